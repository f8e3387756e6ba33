// Which kinds of events a webhook is told of.
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, ApiError, settle, takeTagged } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { ofArtifacts, ofCode } from '../../../platform/names/event-kinds.ts';
import { Checkbox } from '../../../ui/forms/fields.tsx';
import ui from '../../../ui/ui.module.css';
import { isSame } from '../definition/definition-draft.ts';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';

/** null: all that happens to artifacts. */
export type Kinds = readonly string[] | null;

export const hasAnyKind = (kinds: Kinds): boolean => kinds === null || kinds.length > 0;

/** What a webhook is told of, in a few words. */
export const sayKinds = (kinds: Kinds): string =>
  kinds === null ? t('hooks.all') : t('hooks.some', { count: kinds.length });

interface ChoiceProps {
  kinds: Kinds;
  isOfProject: boolean;
  onChange(kinds: Kinds): void;
}

export function KindChoice({ kinds, isOfProject, onChange }: ChoiceProps): ReactNode {
  const set = (kind: string, isOn: boolean): void =>
    onChange([...(kinds ?? []).filter((one) => one !== kind), ...(isOn ? [kind] : [])]);
  return (
    <div className={ui.stack} role="group" aria-label={t('hooks.kinds')}>
      <Checkbox isSelected={kinds === null} onChange={(isAll) => onChange(isAll ? null : ofArtifacts)}>
        {t('hooks.all')}
      </Checkbox>
      {kinds !== null &&
        [...ofArtifacts, ...(isOfProject ? ofCode : [])].map((kind) => (
          <Checkbox key={kind} isSelected={kinds.includes(kind)} onChange={(isOn) => set(kind, isOn)}>
            {t(`hooks.kind.${kind}`)}
          </Checkbox>
        ))}
      {!hasAnyKind(kinds) && <p className={`${ui.soft} ${ui.small}`}>{t('hooks.none')}</p>}
    </div>
  );
}

interface DialogProps {
  webhook: Schemas['Webhook'];
  /** Where the webhook is read from. */
  queryKey: readonly unknown[];
  onClose(): void;
}

/** Sends what was chosen unless somebody else chose meanwhile; how far the webhook has come changes all the time. */
async function saveKinds({ id, kinds: before }: Schemas['Webhook'], kinds: Kinds): Promise<void> {
  const path = { id };
  const { data: now, etag } = await takeTagged(api.GET('/webhooks/{id}', { params: { path } }));
  if (!isSame(now.kinds, before)) throw new ApiError(412, t('ui.conflict'));
  const guard = etag === undefined ? {} : { header: { 'If-Match': etag } };
  await settle(api.PATCH('/webhooks/{id}', { params: { path, ...guard }, body: { kinds: kinds && [...kinds] } }));
}

export function KindsDialog({ webhook, queryKey, onClose }: DialogProps): ReactNode {
  const [kinds, setKinds] = useState<Kinds>(webhook.kinds);
  return (
    <FormDialog
      title={t('hooks.kinds')}
      action={t('ui.save')}
      isReady={hasAnyKind(kinds)}
      invalidates={[queryKey]}
      toast=""
      onClose={onClose}
      send={() => saveKinds(webhook, kinds)}
    >
      <p>
        <code>{webhook.url}</code>
      </p>
      <KindChoice kinds={kinds} isOfProject={webhook.tracker_id === null} onChange={setKinds} />
    </FormDialog>
  );
}
