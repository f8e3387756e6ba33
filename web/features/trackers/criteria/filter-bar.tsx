// What a report asks for: words, quick filters, and criteria or a condition.
import { CircleDot, Code, ListFilter, Search, UserRound } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useEffect } from '../../../platform/effects.ts';
import { isRefusedWith } from '../../../platform/api.ts';
import type { ApiError } from '../../../platform/api.ts';
import { useIsComposing } from '../../../platform/keyboard/composition.ts';
import { t } from '../../../platform/i18n.ts';
import { useSelf } from '../../../platform/session.ts';
import { useShortcuts } from '../../../platform/keyboard/shortcuts.ts';
import { buttonClass, Toggle } from '../../../ui/button.tsx';
import { describeError } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import { CriteriaBar } from './criteria-bar.tsx';
import { readCriteria, writeCriteria } from './criteria.ts';
import type { Criterion } from './criteria.ts';
import { QueryBox } from './query-box.tsx';
import { isOn, quickCriterion, toggleCriterion } from './quick-filters.ts';
import type { QuickFilter } from './quick-filters.ts';
import css from '../report.module.css';
import { criteriaOf } from '../report-state.ts';
import type { OpenReport } from '../use-report.ts';

/** Words are looked for when typing rests this long, in ms. */
const restMs = 250;

function WordsBox({ words, onSearch }: { words: string; onSearch(words: string): void }): ReactNode {
  const [text, setText] = useState(words);
  const [before, setBefore] = useState(words);
  if (before !== words) {
    setBefore(words);
    setText(words);
  }
  const isComposing = useIsComposing();
  const box = useRef<HTMLInputElement>(null);
  useShortcuts(useMemo(() => [{ keys: '/', label: 'trackers.key.search', run: () => box.current?.focus() }], []));
  useEffect(() => {
    if (text === words || isComposing) return undefined;
    const timer = setTimeout(() => onSearch(text), restMs);
    return () => clearTimeout(timer);
  }, [text, words, onSearch, isComposing]);
  return (
    <div className={css.words}>
      <Search size={15} aria-hidden="true" />
      <input
        type="search"
        dir="auto"
        ref={box}
        aria-label={t('trackers.words')}
        className={ui.input}
        placeholder={t('trackers.words')}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onSearch(text);
          if (event.key !== 'Escape') return;
          event.preventDefault();
          if (text === '') box.current?.blur();
          else setText('');
        }}
      />
    </div>
  );
}

interface QuickProps {
  open: OpenReport;
  criteria: readonly Criterion[];
  onChange(criteria: readonly Criterion[]): void;
}

function QuickFilters({ open, criteria, onChange }: QuickProps): ReactNode {
  const isKnown = useSelf() !== undefined;
  const filters = (['mine', 'open'] as const).flatMap((name) => {
    const wanted = name === 'mine' && !isKnown ? undefined : quickCriterion(open.tracker, name);
    return wanted === undefined ? [] : [{ name, wanted, isOn: isOn(criteria, wanted) }];
  });
  const toggle = (name: QuickFilter): void => {
    const found = filters.find((filter) => filter.name === name);
    if (found !== undefined) onChange(toggleCriterion(criteria, found.wanted));
  };
  const latest = useRef(toggle);
  useEffect(() => {
    latest.current = toggle;
  });
  useShortcuts(
    useMemo(
      () => [
        { keys: 'm', label: 'trackers.key.mine', run: () => latest.current('mine') },
        { keys: 'h', label: 'trackers.key.open', run: () => latest.current('open') },
      ],
      [],
    ),
  );
  return filters.map(({ name, isOn: isSelected }) => (
    <Toggle key={name} isSelected={isSelected} onChange={() => toggle(name)} className={`${ui.button} ${css.toggle}`}>
      {name === 'mine' ? <UserRound aria-hidden="true" /> : <CircleDot aria-hidden="true" />}
      {name === 'mine' ? t('trackers.mine') : t('trackers.openOnly')}
    </Toggle>
  ));
}

/** The server's words about a condition that it refuses. */
export const refusalOf = (error: unknown): ApiError | undefined => (isRefusedWith(error, 400) ? error : undefined);

interface BarProps {
  open: OpenReport;
  error: unknown;
  /** Buttons at the end of the line. */
  tools: ReactNode;
}

/** Goes on in the line that it stands in; what needs more room has a line of its own. */
export function FilterBar({ open, error, tools }: BarProps): ReactNode {
  const { tracker, state, search, change } = open;
  const criteria = useMemo(() => readCriteria(state.condition, criteriaOf(tracker)), [state.condition, tracker]);
  const isText = search.asQuery === true || criteria === undefined;
  const refusal = refusalOf(error);
  const setCriteria = (next: readonly Criterion[]): void => change({ where: writeCriteria(next) }, true);
  const find = useRef(change);
  useEffect(() => {
    find.current = change;
  });
  const onSearch = useMemo(
    () =>
      (words: string): void =>
        find.current({ q: words }, false),
    [],
  );
  return (
    <>
      <WordsBox words={state.words} onSearch={onSearch} />
      {criteria !== undefined && <QuickFilters open={open} criteria={criteria} onChange={setCriteria} />}
      <Toggle
        isSelected={isText}
        isDisabled={criteria === undefined}
        onChange={(isSelected) => change({ asQuery: isSelected || undefined })}
        className={`${buttonClass(undefined, true)} ${css.toggle}`}
        aria-label={t('trackers.asQuery')}
        title={t('trackers.asQuery')}
      >
        {isText ? <ListFilter aria-hidden="true" /> : <Code aria-hidden="true" />}
      </Toggle>
      {!isText && (
        <CriteriaBar
          key={open.report?.id}
          tracker={tracker}
          criteria={criteria}
          offered={open.offered}
          onChange={setCriteria}
        />
      )}
      <span className={css.tools}>{tools}</span>
      {isText && (
        <QueryBox
          tracker={tracker}
          condition={state.condition}
          refusal={refusal}
          onSubmit={(where) => change({ where }, true)}
        />
      )}
      {!isText && refusal !== undefined && (
        <p role="alert" className={`${ui.error} ${css.ownLine}`}>
          {describeError(refusal)}
        </p>
      )}
      {Object.keys(state.others).length > 0 && (
        <p className={`${ui.soft} ${ui.small} ${css.ownLine}`}>
          {t('trackers.alsoAsks', { fields: Object.keys(state.others).join(', ') })}{' '}
          <button type="button" className={css.linkButton} onClick={() => change({ also: {} }, true)}>
            {t('trackers.takeAway')}
          </button>
        </p>
      )}
    </>
  );
}
