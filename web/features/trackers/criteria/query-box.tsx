// A condition in the query language: completion while typing, and what the server says is wrong, under its place.
import { useId, useRef, useState } from 'react';
import type { ChangeEvent, KeyboardEvent, ReactNode } from 'react';
import { useLayoutEffect } from '../../../platform/effects.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import ui from '../../../ui/ui.module.css';
import type { Tracker } from '../fields.ts';
import css from '../report.module.css';
import { complete, readMistake } from './tql-completion.ts';
import type { Completion } from './tql-completion.ts';

interface Props {
  tracker: Tracker;
  condition: string;
  /** The server's refusal of this condition. */
  refusal: { message: string; said?: string | undefined } | undefined;
  onSubmit(condition: string): void;
}

function useQueryText({ tracker, condition, onSubmit }: Props) {
  const [text, setText] = useState(condition);
  const [before, setBefore] = useState(condition);
  if (before !== condition) {
    setBefore(condition);
    setText(condition);
  }
  const [found, setFound] = useState<Completion>();
  const [chosen, setChosen] = useState(0);
  const [caretAfter, setCaret] = useState<{ at: number }>();
  const box = useRef<HTMLTextAreaElement>(null);
  const look = (value: string, caret: number): void => {
    setFound(complete(tracker, value, caret));
    setChosen(0);
  };
  const put = (index: number): void => {
    const suggestion = found?.suggestions[index];
    if (found === undefined || suggestion === undefined) return;
    const isCall = suggestion.text.endsWith('(');
    const end = isCall || suggestion.text.endsWith(' ') ? suggestion.text : `${suggestion.text} `;
    const next = text.slice(0, found.start) + end + text.slice(found.end).trimStart();
    const caret = found.start + end.length;
    setText(next);
    look(next, caret);
    setCaret({ at: caret });
  };
  // Before anything else is typed, which would else come to stand elsewhere.
  useLayoutEffect(() => {
    if (caretAfter !== undefined) box.current?.setSelectionRange(caretAfter.at, caretAfter.at);
  }, [caretAfter]);
  const press = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    const count = found?.suggestions.length ?? 0;
    if (count > 0 && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      setChosen((chosen + (event.key === 'ArrowDown' ? 1 : count - 1)) % count);
    } else if (count > 0 && event.key === 'Tab' && !event.shiftKey) {
      event.preventDefault();
      put(chosen);
    } else if (count > 0 && event.key === 'Escape') {
      event.stopPropagation();
      setFound(undefined);
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      setFound(undefined);
      onSubmit(text);
    }
  };
  const type = ({ target }: ChangeEvent<HTMLTextAreaElement>): void => {
    setText(target.value);
    look(target.value, target.selectionStart);
  };
  return { text, box, found, chosen, look, put, press, type, close: () => setFound(undefined) };
}

export function QueryBox(props: Props): ReactNode {
  const { condition, refusal, onSubmit } = props;
  const id = useId();
  const { text, box, found, chosen, look, put, press, type, close } = useQueryText(props);
  const mistake = refusal === undefined || text !== condition ? undefined : readMistake(text, refusal);
  return (
    <div className={css.query}>
      <div className={css.queryRow}>
        <textarea
          dir="auto"
          ref={box}
          className={`${ui.input} ${css.queryText}`}
          role="combobox"
          aria-label={t('trackers.condition')}
          aria-autocomplete="list"
          aria-expanded={found !== undefined}
          aria-controls={`${id}-list`}
          aria-activedescendant={found === undefined ? undefined : `${id}-${chosen}`}
          aria-invalid={mistake !== undefined}
          aria-describedby={mistake === undefined ? `${id}-help` : `${id}-mistake`}
          rows={Math.min(text.split('\n').length + Math.floor(text.length / 120), 6)}
          spellCheck={false}
          value={text}
          onChange={type}
          onKeyDown={press}
          onFocus={({ target }) => look(target.value, target.selectionStart)}
          onBlur={close}
        />
        <Button tone="primary" onPress={() => onSubmit(text)}>
          {t('trackers.run')}
        </Button>
      </div>
      <Suggestions id={id} found={found} chosen={chosen} onChoose={put} />
      {mistake === undefined ? (
        <p id={`${id}-help`} className={ui.hint}>
          {t('trackers.queryHelp')}
        </p>
      ) : (
        <div id={`${id}-mistake`} role="alert" className={css.mistake}>
          {mistake.at !== undefined && (
            <code>
              {text.slice(0, mistake.at.start)}
              <mark>{text.slice(mistake.at.start, mistake.at.end) || ' '}</mark>
              {text.slice(mistake.at.end)}
            </code>
          )}
          <p className={ui.error}>{mistake.message}</p>
        </div>
      )}
    </div>
  );
}

interface SuggestionsProps {
  id: string;
  found: Completion | undefined;
  chosen: number;
  onChoose(index: number): void;
}

const Suggestions = ({ id, found, chosen, onChoose }: SuggestionsProps): ReactNode => (
  <ul
    id={`${id}-list`}
    role="listbox"
    aria-label={t('trackers.suggestions')}
    className={css.suggestions}
    hidden={found === undefined}
  >
    {found?.suggestions.map(({ text, label, kind }, index) => (
      <li
        key={text}
        id={`${id}-${index}`}
        role="option"
        aria-selected={index === chosen}
        className={css.suggestion}
        ref={(element) => {
          if (index === chosen) element?.scrollIntoView({ block: 'nearest' });
        }}
        onPointerDown={(event) => {
          event.preventDefault();
          onChoose(index);
        }}
      >
        <code data-kind={kind}>{text}</code>
        {label !== undefined && <span className={ui.faint}>{label}</span>}
      </li>
    ))}
  </ul>
);
