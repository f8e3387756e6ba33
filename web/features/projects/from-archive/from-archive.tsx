// Archives that become projects: which file, how much of it has come, and what became of it.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Button as AriaButton, FileTrigger } from 'react-aria-components';
import { useEffect } from '../../../platform/effects.ts';
import { api, settle } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { useI18nMessage } from '../../../platform/errors/use-i18n-message.ts';
import { useSelf } from '../../../platform/session.ts';
import { Button, buttonClass, ButtonLink } from '../../../ui/button.tsx';
import { formatBytes } from '../../../ui/files/format-bytes.ts';
import { Meter } from '../../../ui/feedback/meter.tsx';
import { Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import { ApproveButton } from '../approve-button.tsx';
import css from '../projects.module.css';
import { OpenFields } from './open-fields.tsx';
import { projectUploadsQuery } from '../projects.queries.ts';
import { sendArchive, useSendingArchives } from './sending-archives.ts';
import { useSubmit } from '../../../ui/forms/use-submit.ts';

type Upload = Schemas['ProjectUpload'];

const FilePick = ({ label, onChoose }: { label: string; onChoose(file: File): void }): ReactNode => (
  <FileTrigger
    acceptedFileTypes={['.zip', 'application/zip']}
    onSelect={(list) => {
      const file = list?.[0];
      if (file !== undefined) onChoose(file);
    }}
  >
    <AriaButton className={buttonClass(undefined)}>{label}</AriaButton>
  </FileTrigger>
);

const describe = (file: { name: string; size: number }): string =>
  t('projects.archive.chosen', { name: file.name, size: formatBytes(file.size) });

/** Which file the new project is made of. */
export function ArchiveChoice({ file, onChoose }: { file: File | undefined; onChoose(file: File): void }): ReactNode {
  const isSiteAdmin = useSelf()?.is_site_admin === true;
  return (
    <div className={ui.field} role="group" aria-label={t('projects.archive.file')}>
      <span className={ui.label}>{t('projects.archive.file')}</span>
      <div className={ui.row}>
        <FilePick
          label={t(file === undefined ? 'projects.archive.choose' : 'projects.archive.other')}
          onChoose={onChoose}
        />
        <span className={css.fileName}>{file === undefined ? t('projects.archive.none') : describe(file)}</span>
      </div>
      <span className={`${ui.soft} ${ui.small}`}>
        {t(isSiteAdmin ? 'projects.archive.whole' : 'projects.archive.structure')}
      </span>
    </div>
  );
}

const percent = (part: number): number => Math.floor(part * 100);

/** Bytes that are still to come: sent by this tab, or stopped until somebody chooses the file again. */
function Coming({ upload }: { upload: Upload }): ReactNode {
  const queryClient = useQueryClient();
  const sending = useSendingArchives().get(upload.id);
  const [problem, setProblem] = useState<string>();
  const part = sending?.part ?? upload.received / upload.file_size;
  const isGoing = sending !== undefined && sending.problem === undefined;
  const href = upload.upload_href;
  const goOn = (file: File): void => {
    const isSame = file.size === upload.file_size && file.name === upload.file_name;
    const name = { name: upload.file_name, size: formatBytes(upload.file_size) };
    setProblem(isSame ? undefined : t('projects.archive.differs', name));
    if (isSame && href !== null) sendArchive(queryClient, upload.id, href, file);
  };
  const label = t('projects.archive.sending', { name: upload.file_name });
  const text = t('projects.archive.part', { part: percent(part), size: formatBytes(upload.file_size) });
  return (
    <>
      <div className={css.sent}>
        <Meter label={label} text={text} value={percent(part)} max={100} />
        <span className={ui.small}>{text}</span>
      </div>
      {isGoing ? (
        <p className={`${ui.soft} ${ui.small}`}>{t('projects.archive.leave')}</p>
      ) : (
        <>
          <p>{t('projects.archive.stopped', { part: percent(part), name: upload.file_name })}</p>
          {sending?.problem !== undefined && <Notice kind="error">{sending.problem}</Notice>}
          {problem !== undefined && <Notice kind="error">{problem}</Notice>}
          <div className={ui.row}>
            {sending === undefined ? (
              <FilePick label={t('projects.archive.choose')} onChoose={goOn} />
            ) : (
              <Button onPress={() => goOn(sending.file)}>{t('projects.archive.goOn')}</Button>
            )}
          </div>
        </>
      )}
    </>
  );
}

/** What became of it. */
function End({ upload }: { upload: Upload }): ReactNode {
  const sayI18n = useI18nMessage();
  if (upload.status === 'failed')
    return (
      <Notice kind="error">
        {t('projects.archive.failed')}: {sayI18n(upload.i18n, upload.reason ?? '')}
      </Notice>
    );
  const count = upload.left_out_count;
  const isPending = upload.status === 'pending';
  return (
    <>
      <Notice kind="success">
        {t(isPending ? 'projects.archive.waits' : 'projects.archive.made')}{' '}
        {count === 0 && t('projects.archive.complete')}
      </Notice>
      {count > 0 && (
        <details>
          <summary>{t('projects.archive.left', { count })}</summary>
          <ul className={css.leftOut}>
            {upload.left_out.map((what, index) => (
              <li key={`${index} ${what}`}>{sayI18n(upload.left_out_i18n[index], what)}</li>
            ))}
          </ul>
          {count > upload.left_out.length && <p>{t('projects.archive.more')}</p>}
        </details>
      )}
    </>
  );
}

function OneUpload({ upload }: { upload: Upload }): ReactNode {
  const sending = useSendingArchives().get(upload.id);
  const { submit, isSending, problem } = useSubmit({ invalidates: [['/project_uploads']] });
  const remove = async (): Promise<void> => {
    sending?.stop.abort();
    await settle(api.DELETE('/project_uploads/{id}', { params: { path: { id: upload.id } } }));
  };
  const isComing = upload.status === 'uploading';
  // Others can change nothing in a project that waits for approval.
  const isSiteAdmin = useSelf()?.is_site_admin === true;
  return (
    <li className={`${ui.card} ${ui.cardBody} ${ui.stack}`}>
      <strong>{upload.label}</strong>
      {isComing && <Coming upload={upload} />}
      {upload.status === 'working' && <Notice kind="info">{t('projects.archive.working')}</Notice>}
      {!isComing && upload.status !== 'working' && <End upload={upload} />}
      {(upload.status === 'made' || (upload.status === 'pending' && isSiteAdmin)) && (
        <OpenFields projectId={upload.id} leftOut={upload.left_out_i18n} />
      )}
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      {upload.status !== 'working' && (
        <div className={ui.row}>
          {upload.status === 'made' && (
            <ButtonLink to="/projects/$project" params={{ project: upload.shortname }}>
              {t('projects.archive.open')}
            </ButtonLink>
          )}
          {upload.status === 'pending' && <ApproveButton id={upload.id} shortname={upload.shortname} />}
          <Button tone="quiet" isDisabled={isSending} onPress={() => void submit(remove)}>
            {t(isComing ? 'projects.archive.cancel' : 'projects.archive.forget')}
          </Button>
        </div>
      )}
    </li>
  );
}

/** The person's archives on their way, and what became of the last ones; nothing where there are none. */
export function ArchiveUploads(): ReactNode {
  const queryClient = useQueryClient();
  const { data: uploads = [] } = useQuery(projectUploadsQuery);
  const made = uploads.filter(({ status }) => status === 'made' || status === 'pending').length;
  const known = useRef(made);
  useEffect(() => {
    if (made > known.current) void queryClient.invalidateQueries({ queryKey: ['/projects'] });
    known.current = made;
  }, [made, queryClient]);
  if (uploads.length === 0) return null;
  return (
    <section className={ui.stack} aria-label={t('projects.archive.uploads')}>
      <h2>{t('projects.archive.uploads')}</h2>
      <ul className={`${ui.stack} ${css.uploads}`}>
        {uploads.map((upload) => (
          <OneUpload key={upload.id} upload={upload} />
        ))}
      </ul>
    </section>
  );
}
