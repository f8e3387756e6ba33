// Which widget is added, and what it is told; or what one that there is is told.
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { MarkdownField } from '../../ui/markdown/markdown-field.tsx';
import { Dialog } from '../../ui/overlays/overlays.tsx';
import { Notice } from '../../ui/feedback/async-states.tsx';
import ui from '../../ui/ui.module.css';
import type { DashboardOwner } from '../dashboard-tabs/index.ts';
import type { Settings, Widget } from './dashboard-layout.ts';
import css from './dashboards.module.css';
import { isConfigured, ShownThing } from './shown-thing.tsx';
import { titleOf } from './widget-frame.tsx';
import { kindOf, offeredKinds } from './widget-kinds.ts';
import type { WidgetKind } from './widget-kinds.ts';
import { useSubmit } from '../../ui/forms/use-submit.ts';

interface Props {
  owner: DashboardOwner;
  /** One that there is; a new one without. */
  widget: Widget | undefined;
  onClose(): void;
  /** Rejects where the server refuses. */
  onSave(name: string, settings: Settings): Promise<void>;
}

export function WidgetDialog({ owner, widget, onClose, onSave }: Props): ReactNode {
  const [kind, setKind] = useState<WidgetKind | undefined>(widget && kindOf(widget.name));
  const { submit, isSending, problem } = useSubmit();
  const save = async (name: string, settings: Settings): Promise<void> => {
    if (await submit(() => onSave(name, settings))) onClose();
  };
  const choose = (chosen: WidgetKind): void => {
    if (chosen.asks.length === 0) void save(chosen.name, {});
    else setKind(chosen);
  };
  const title =
    widget === undefined ? t('dashboards.addWidget') : t('dashboards.editTitle', { title: titleOf(widget) });
  return (
    <Dialog title={title} isOpen onClose={onClose} isWide={kind === undefined}>
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      {kind === undefined ? (
        <ul className={css.kinds}>
          {offeredKinds(owner.project === undefined ? 'user' : 'project').map((one) => (
            <li key={one.name}>
              <button type="button" className={css.kind} onClick={() => choose(one)}>
                <strong>{t(one.label)}</strong>
                <span>{t(one.about)}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <SettingsForm
          kind={kind}
          {...{ owner, isSending }}
          settings={widget?.settings ?? {}}
          onCancel={widget === undefined ? () => setKind(undefined) : onClose}
          onSave={(settings) => void save(kind.name, settings)}
        />
      )}
    </Dialog>
  );
}

interface FormProps {
  kind: WidgetKind;
  owner: DashboardOwner;
  settings: Settings;
  isSending: boolean;
  onCancel(): void;
  onSave(settings: Settings): void;
}

/** Without what says nothing. */
const written = ({ title, content, ...others }: Settings): Settings => ({
  ...others,
  ...(title === undefined || title.trim() === '' ? {} : { title: title.trim() }),
  ...(content === undefined ? {} : { content }),
});

function SettingsForm({ kind, owner, settings: former, isSending, onCancel, onSave }: FormProps): ReactNode {
  const [settings, setSettings] = useState(former);
  const change = (part: Settings): void => setSettings((now) => ({ ...now, ...part }));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSave(written(settings));
  };
  return (
    <form className={ui.stack} onSubmit={submit}>
      <ShownThing kind={kind} owner={owner} settings={settings} onChange={change} />
      {kind.asks.includes('title') && (
        <TextField
          label={t('dashboards.title')}
          hint={t('dashboards.titleHint', { title: t(kind.label) })}
          value={settings.title ?? ''}
          onChange={(title) => change({ title })}
          maxLength={255}
        />
      )}
      {kind.asks.includes('note') && (
        <MarkdownField
          label={t('dashboards.note')}
          value={settings.content ?? ''}
          onChange={(content) => change({ content })}
          projectId={owner.project?.id}
          rows={8}
        />
      )}
      <div className={ui.actions}>
        <Button onPress={onCancel}>{t('ui.cancel')}</Button>
        <Button type="submit" tone="primary" isDisabled={isSending || !isConfigured(kind, settings)}>
          {t('ui.save')}
        </Button>
      </div>
    </form>
  );
}
