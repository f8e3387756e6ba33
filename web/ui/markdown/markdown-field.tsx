// A long text: in Markdown as it is written, with a preview, or as it will be read, which each person chooses. A text in HTML is shown
// as it will be read, unless its source is asked for.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Eye, Pencil } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { api, take } from '../../platform/api.ts';
import { useEffect, useLayoutEffect } from '../../platform/effects.ts';
import { t } from '../../platform/i18n.ts';
import { valueIn } from '../../platform/preferences/change-queue.ts';
import { changePreference, preferencesQuery } from '../../platform/preferences/preferences.ts';
import { useSelf } from '../../platform/session.ts';
import { Button } from '../button.tsx';
import { LabelText, useDescription, useFirstFocus } from '../forms/fields.tsx';
import { lazy } from '../lazy.tsx';
import type { Nearby } from './candidates.ts';
import { MarkdownArea } from './markdown-area.tsx';
import css from './markdown.module.css';
import { describeError, Loading } from '../feedback/async-states.tsx';
import { Markup } from './markup.tsx';
import type { TextFormat } from './rich/formats/read-block.ts';
import ui from '../ui.module.css';

interface MarkdownFieldProps {
  label: string;
  isLabelHidden?: boolean;
  hint?: ReactNode;
  error?: string | undefined;
  isRequired?: boolean;
  isDisabled?: boolean;
  /** How the text is written; Markdown without it. A text in HTML is shown as it reads. */
  format?: TextFormat;
  value: string;
  onChange(text: string): void;
  /** Whose keywords lead references, and whose artifacts are offered; no preview without. */
  projectId: number | undefined;
  /** People who are offered before others. */
  nearby?: readonly Nearby[];
  rows?: number;
  autoFocus?: boolean;
  /** What is written in, for whoever moves the focus there. */
  areaRef?: RefObject<HTMLElement | null>;
  /** Ctrl Enter. */
  onSend?: () => void;
  /** Files that were pasted or dropped; `insert` puts a text where the caret was then. Without it they are not taken. */
  onFiles?: (files: readonly File[], insert: (text: string) => void) => void;
}

const noNearby: readonly Nearby[] = [];

/** What the text would look like; undefined while it is written. */
function usePreview(projectId: number | undefined, text: string, format: TextFormat) {
  const [shown, setShown] = useState<{ html?: string; problem?: string }>();
  const toggle = async (): Promise<void> => {
    if (shown !== undefined || projectId === undefined) return setShown(undefined);
    setShown({});
    try {
      const body = { text, format };
      const { html } = await take(
        api.POST('/projects/{id}/markup_preview', { params: { path: { id: projectId } }, body }),
      );
      setShown((now) => now && { html });
    } catch (error) {
      setShown((now) => now && { problem: describeError(error) });
    }
  };
  return { shown, toggle };
}

const Preview = ({ html, problem }: { html?: string; problem?: string }): ReactNode => (
  <div className={css.preview} role="region" aria-label={t('ui.markdown.preview')}>
    {problem !== undefined && <p className={ui.error}>{problem}</p>}
    {html === undefined && problem === undefined && <Loading lines={2} />}
    {html === '' ? (
      <p className={ui.faint}>{t('ui.markdown.nothing')}</p>
    ) : (
      html !== undefined && <Markup html={html} />
    )}
  </div>
);

const RichText = lazy(async () => (await import('./rich/rich-text.tsx')).RichText);

const preferenceKey = 'text_editor';

/** Whether the text is edited as it reads, and what changes that: for Markdown of all texts and for good, for HTML of this one. */
function useMode(format: TextFormat) {
  const self = useSelf();
  const queryClient = useQueryClient();
  const { data = [] } = useQuery({ ...preferencesQuery, enabled: self !== undefined });
  const [isSource, setSource] = useState(false);
  const [problem, setProblem] = useState<string>();
  const isRich = format === 'html' ? !isSource : valueIn(data, preferenceKey) === 'rich';
  const toggle = (): void => {
    if (format === 'html') return setSource(isRich);
    setProblem(undefined);
    changePreference(queryClient, { key: preferenceKey, value: isRich ? 'markdown' : 'rich' }).catch((error: unknown) =>
      setProblem(describeError(error)),
    );
  };
  return { isRich, toggle, problem };
}

/** Loads the editor once it is wanted, and says whether it is there. Where it can't be loaded, a text in Markdown is written as before. */
function useRichText(isWanted: boolean, onLoad: () => void) {
  const [isThere, setThere] = useState(RichText.isLoaded);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    let isGone = false;
    if (isWanted && !isThere)
      RichText.preload().then(
        () => {
          if (isGone) return;
          onLoad();
          setThere(true);
        },
        (error: unknown) => setProblem(describeError(error)),
      );
    return () => {
      isGone = true;
    };
  }, [isWanted, isThere]);
  return { isThere: isWanted && isThere, problem };
}

const Switch = ({ isPreview, onPress }: { isPreview: boolean; onPress(): void }): ReactNode => (
  <Button tone="quiet" onPress={onPress}>
    {isPreview ? <Pencil /> : <Eye />}
    {isPreview ? t('ui.markdown.write') : t('ui.markdown.preview')}
  </Button>
);

export function MarkdownField({ label, hint, value, onChange, projectId, ...more }: MarkdownFieldProps): ReactNode {
  const { format = 'commonmark', nearby = noNearby, isDisabled = false, areaRef, onSend, onFiles } = more;
  const { isRich, toggle: toggleMode, problem } = useMode(format);
  const [isWanted, setWanted] = useState(value !== '' || more.autoFocus === true);
  const [hasFocus, setFocus] = useState(more.autoFocus === true);
  const area = useRef<HTMLTextAreaElement>(null);
  const rich = useRichText(isRich && (isWanted || value !== ''), () => {
    setFocus((now) => now || (area.current !== null && area.current === document.activeElement));
  });
  const error = more.error ?? problem ?? (isRich ? rich.problem : undefined);
  const { control, below } = useDescription({ hint, error, isRequired: more.isRequired });
  useFirstFocus(area, more.autoFocus === true);
  const { shown, toggle } = usePreview(projectId, value, format);
  const isArea = !rich.isThere && shown === undefined;
  useLayoutEffect(() => {
    if (areaRef !== undefined && isArea) areaRef.current = area.current;
  }, [areaRef, isArea]);
  const given = { value, onChange, projectId, nearby, isDisabled, onSend, onFiles, control };
  const switchMode = (): void => {
    setFocus(true);
    setWanted(true);
    toggleMode();
  };
  const name = <LabelText label={label} isRequired={more.isRequired} />;
  const nameClass = more.isLabelHidden === true ? 'visually-hidden' : ui.label;
  return (
    <div className={ui.field}>
      <div className={css.head}>
        {rich.isThere ? (
          <span className={nameClass}>{name}</span>
        ) : (
          <label htmlFor={control.id} className={nameClass}>
            {name}
          </label>
        )}
        <div className={css.modes}>
          {!isRich && projectId !== undefined && (
            <Switch isPreview={shown !== undefined} onPress={() => void toggle()} />
          )}
          {shown === undefined && !isDisabled && (
            <Button tone="quiet" onPress={switchMode}>
              {isRich ? t(format === 'html' ? 'editors.rich.html' : 'editors.rich.markdown') : t('editors.rich.rich')}
            </Button>
          )}
        </div>
      </div>
      <div className={css.place}>
        {rich.isThere ? (
          <RichText {...given} {...{ label, format, hasFocus, areaRef }} />
        ) : shown !== undefined ? (
          <Preview {...shown} />
        ) : isRich && format === 'html' && value !== '' && rich.problem === undefined ? (
          <Loading lines={2} />
        ) : (
          <MarkdownArea {...given} area={area} rows={more.rows ?? 4} onFocus={() => setWanted(true)} />
        )}
      </div>
      {below}
    </div>
  );
}
