// Moving an artifact to another tracker: what fits there and what would be lost is told before anything happens.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { isRefusedWith } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/forms/fields.tsx';
import { say } from '../../../ui/feedback/toasts.tsx';
import { Dialog } from '../../../ui/overlays/overlays.tsx';
import { describeError, Loading, Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import { moveArtifact, moveReportQuery, targetProjectsQuery, targetTrackersQuery } from './actions.queries.ts';
import type { MoveReport } from './actions.queries.ts';
import css from './actions.module.css';
import { useSubmit } from '../../../ui/forms/use-submit.ts';

interface Props {
  artifact: Schemas['Artifact'];
  onClose(): void;
}

const FieldList = ({
  title,
  fields,
  kind,
}: {
  title: string;
  fields: MoveReport['fields_migrated'];
  kind: string;
}): ReactNode =>
  fields.length === 0 ? null : (
    <section data-kind={kind} className={css.fate}>
      <h3>{title}</h3>
      <ul>
        {fields.map(({ field_id: id, label }) => (
          <li key={id}>{label}</li>
        ))}
      </ul>
    </section>
  );

function Report({ id, trackerId }: { id: number; trackerId: number }): ReactNode {
  const { data, error } = useQuery(moveReportQuery(id, trackerId));
  if (error !== null) return <Notice kind="error">{describeError(error)}</Notice>;
  if (data === undefined) return <Loading lines={3} />;
  return (
    <div className={css.report} role="status" aria-label={t('actions.report')}>
      <FieldList title={t('actions.lost')} kind="lost" fields={data.fields_not_migrated} />
      <FieldList title={t('actions.partly')} kind="partly" fields={data.fields_partially_migrated} />
      <FieldList title={t('actions.kept')} kind="kept" fields={data.fields_migrated} />
    </div>
  );
}

/** A tracker that the person administers, in one of the projects where there is one. */
function Target({
  artifact,
  trackerId,
  onChange,
}: {
  artifact: Schemas['Artifact'];
  trackerId: number | undefined;
  onChange(trackerId: number | undefined): void;
}): ReactNode {
  const [projectId, setProject] = useState(artifact.project.id);
  const { data: projects = [] } = useQuery(targetProjectsQuery);
  const { data: trackers } = useQuery(targetTrackersQuery(projectId));
  const others = trackers?.filter(({ id }) => id !== artifact.tracker.id);
  return (
    <div className={css.target}>
      <Select
        label={t('actions.project')}
        value={String(projectId)}
        choices={projects.map(({ id, label }) => ({ id: String(id), label }))}
        onChange={(id) => {
          setProject(Number(id));
          onChange(undefined);
        }}
      />
      <Select
        label={t('actions.tracker')}
        value={trackerId === undefined ? undefined : String(trackerId)}
        placeholder={t('actions.choose')}
        isDisabled={others === undefined || others.length === 0}
        hint={others?.length === 0 ? t('actions.noTracker') : undefined}
        choices={(others ?? []).map(({ id, label, color_name: colour }) => ({ id: String(id), label, colour }))}
        onChange={(id) => onChange(Number(id))}
      />
    </div>
  );
}

export function MoveDialog({ artifact, onClose }: Props): ReactNode {
  const { id, xref } = artifact;
  const queryClient = useQueryClient();
  const [trackerId, setTracker] = useState<number>();
  const { submit, isSending, problem } = useSubmit({
    explain: (error) => (isRefusedWith(error, 404) ? t('actions.moveGone') : undefined),
  });
  const report = useQuery({ ...moveReportQuery(id, trackerId ?? 0), enabled: trackerId !== undefined });
  const move = async (): Promise<void> => {
    if (trackerId === undefined) return;
    await moveArtifact(id, trackerId);
    await queryClient.invalidateQueries({ queryKey: ['/artifacts', id] });
    say('success', t('actions.moved'));
    onClose();
  };
  const isLossy = (report.data?.fields_not_migrated.length ?? 0) > 0;
  return (
    <Dialog title={t('actions.moveTitle', { artifact: xref })} isOpen onClose={onClose} isWide>
      <p className={ui.soft}>{t('actions.moveText')}</p>
      <Target artifact={artifact} trackerId={trackerId} onChange={setTracker} />
      {trackerId !== undefined && <Report id={id} trackerId={trackerId} />}
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <div className={ui.actions}>
        <Button onPress={onClose}>{t('ui.cancel')}</Button>
        <Button
          tone={isLossy ? 'danger' : 'primary'}
          isDisabled={isSending || report.data === undefined}
          onPress={() => void submit(move)}
        >
          {isLossy ? t('actions.moveLossy') : t('actions.moveNow')}
        </Button>
      </div>
    </Dialog>
  );
}
