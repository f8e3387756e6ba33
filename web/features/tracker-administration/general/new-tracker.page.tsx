// A new tracker: from a start that is usual, from nothing, as a copy of another one, or from a file.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, take } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { createLabel } from '../../../platform/names/create-label.ts';
import { numberIn, textIn } from '../../../platform/parse-unknown.ts';
import { createDrafts } from '../../../platform/drafts/drafts.ts';
import { useSelf } from '../../../platform/session.ts';
import { personalStore } from '../../../platform/storage/personal-storage.ts';
import { usePageContext } from '../../../platform/page-context.ts';
import { useI18nMessage } from '../../../platform/errors/use-i18n-message.ts';
import { Button } from '../../../ui/button.tsx';
import { NoAccess } from '../../../ui/no-access/no-access.tsx';
import { TextField } from '../../../ui/forms/fields.tsx';
import { PickField } from '../../../ui/pickers/pickers.tsx';
import { RadioCards } from '../../../ui/forms/radio-cards.tsx';
import { ErrorState, Loading, Notice } from '../../../ui/feedback/async-states.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import ui from '../../../ui/ui.module.css';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { useStoredDraft } from '../../../ui/forms/use-draft.ts';
import {
  projectQuery,
  projectsQuery,
  summaryQuery,
  templateProjectsQuery,
  trackersQuery,
} from '../../projects/index.ts';
import { listColours } from '../colour-choices.ts';
import { isColour } from '../colours.ts';
import { blankStart, shortNameOf, usualStart } from './starts.ts';
import type { StartLabels } from './starts.ts';
import { DeletedTrackers } from './deleted-trackers.tsx';
import { Link } from '../../../ui/link.tsx';

const route = getRouteApi('/projects/$project/trackers/new');

type Project = Schemas['Project'];
type Source = (typeof sources)[number];
const sources = ['usual', 'blank', 'copy', 'csv', 'file'] as const;

const startLabels = (): StartLabels => ({
  title: t('design.semantic.title'),
  description: t('design.part.description'),
  status: t('design.semantic.status'),
  assignee: t('design.semantic.contributor'),
  details: t('design.start.details'),
  people: t('design.start.people'),
  about: t('design.start.about'),
  open: t('design.start.open'),
  running: t('design.start.running'),
  done: t('design.start.done'),
  submittedBy: t('design.type.subby'),
  submittedOn: t('design.type.subon'),
});

function CopyFields({ project, wish, set }: WishProps & { project: Project }): ReactNode {
  const { templateId, fromProjectId: projectId = project.id } = wish;
  const { data: own = [project] } = useQuery(projectsQuery(true));
  const { data: templates = [] } = useQuery(templateProjectsQuery);
  const projects = [...own, ...templates.filter(({ id }) => !own.some((one) => one.id === id))];
  const { data: trackers = [] } = useQuery(trackersQuery(projectId));
  return (
    <>
      <PickField
        label={t('design.start.project')}
        choices={projects.map(({ id, label }) => ({ id: String(id), label }))}
        value={String(projectId)}
        onChange={(id) => set({ templateId: undefined, ...(id === undefined ? {} : { fromProjectId: Number(id) }) })}
      />
      <PickField
        label={t('design.start.tracker')}
        isRequired
        choices={trackers.map(({ id, label, colour }) => ({ id: String(id), label, colour }))}
        value={templateId === undefined ? undefined : String(templateId)}
        onChange={(id) => set({ templateId: id === undefined ? undefined : Number(id) })}
      />
    </>
  );
}

interface Wish {
  label: string;
  /** Empty: made by the server. */
  singularLabel: string;
  /** undefined: made from the label. */
  itemName: string | undefined;
  description: string;
  colour: string;
  /** One emoji; empty: none, or that of the tracker that is copied. */
  icon: string;
  source: Source;
  templateId: number | undefined;
  /** Whose trackers are offered; those of the project itself where undefined. */
  fromProjectId: number | undefined;
}

interface WishProps {
  wish: Wish;
  set(change: Partial<Wish>): void;
}

const firstWish: Wish = {
  label: '',
  singularLabel: '',
  itemName: undefined,
  description: '',
  colour: 'inca-silver',
  icon: '',
  source: 'usual',
  templateId: undefined,
  fromProjectId: undefined,
};

/** A wish out of a draft; what is not there, or of another kind, is as at the start. */
const readWish = (kept: unknown): Wish => ({
  label: textIn(kept, 'label') ?? firstWish.label,
  singularLabel: textIn(kept, 'singularLabel') ?? firstWish.singularLabel,
  itemName: textIn(kept, 'itemName'),
  description: textIn(kept, 'description') ?? firstWish.description,
  colour: textIn(kept, 'colour') ?? firstWish.colour,
  icon: textIn(kept, 'icon') ?? firstWish.icon,
  source: sources.find((source) => source === textIn(kept, 'source')) ?? firstWish.source,
  templateId: numberIn(kept, 'templateId'),
  fromProjectId: numberIn(kept, 'fromProjectId'),
});

const shortOf = ({ itemName, label }: Wish): string => itemName ?? shortNameOf(label);

/** What is sent; undefined while something is missing. `file` is what the chosen file holds, which browsers forget with the page. */
function writeWish(wish: Wish, projectId: number, file: string | undefined): Schemas['NewTracker'] | undefined {
  const { label, description, colour, source, templateId } = wish;
  const icon = wish.icon.trim();
  const itemName = shortOf(wish);
  if (label.trim() === '' || itemName === '') return undefined;
  if (
    (source === 'copy' && templateId === undefined) ||
    ((source === 'file' || source === 'csv') && file === undefined)
  )
    return undefined;
  const made = source === 'blank' ? blankStart(startLabels()) : source === 'usual' ? usualStart(startLabels()) : {};
  return {
    project: { id: projectId },
    label: label.trim(),
    ...(wish.singularLabel.trim() === '' ? {} : { singular_label: wish.singularLabel.trim() }),
    item_name: itemName,
    description,
    ...(isColour(colour) ? { color_name: colour } : {}),
    ...(icon === '' ? {} : { icon }),
    ...(source === 'copy' && templateId !== undefined ? { template_id: templateId } : {}),
    ...(source === 'file' && file !== undefined ? { xml: file } : {}),
    ...(source === 'csv' && file !== undefined ? { csv: file } : {}),
    ...made,
  };
}

function FileField({ kind, onChange }: { kind: 'file' | 'csv'; onChange(text: string | undefined): void }): ReactNode {
  return (
    <label className={ui.field}>
      <span className={ui.label}>{t(`design.start.${kind}Label`)}</span>
      <input
        type="file"
        accept={kind === 'csv' ? '.csv,text/csv,.tsv,text/tab-separated-values' : '.xml,text/xml'}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file === undefined) onChange(undefined);
          else void file.text().then(onChange);
        }}
      />
    </label>
  );
}

function WishFields({ wish, set }: WishProps): ReactNode {
  const short = shortOf(wish);
  return (
    <>
      <TextField
        label={t('design.part.label')}
        isRequired
        value={wish.label}
        onChange={(label) => set({ label })}
        autoFocus
        placeholder={t('design.labelExample')}
      />
      <TextField
        label={t('design.part.singular')}
        value={wish.singularLabel}
        onChange={(singularLabel) => set({ singularLabel })}
        hint={t('design.singularHint', { example: createLabel(wish.singularLabel || t('design.singularExample')) })}
      />
      <TextField
        label={t('design.part.name')}
        isRequired
        value={short}
        onChange={(itemName) => set({ itemName })}
        hint={t('design.itemNameHint', { example: `${short === '' ? 'bug' : short} #12` })}
      />
      <TextField
        label={t('design.part.description')}
        rows={2}
        value={wish.description}
        onChange={(description) => set({ description })}
      />
      <PickField
        label={t('design.part.colour')}
        choices={listColours()}
        value={wish.colour}
        onChange={(colour) => colour !== undefined && set({ colour })}
      />
      <TextField
        label={t('admin.icon')}
        hint={t('design.iconHint')}
        value={wish.icon}
        onChange={(icon) => set({ icon })}
      />
      <RadioCards
        label={t('design.start')}
        choices={sources.map((id) => ({ id, label: t(`design.start.${id}`), text: t(`design.start.${id}.text`) }))}
        value={wish.source}
        onChange={(id) => set({ source: sources.find((known) => known === id) ?? 'usual' })}
      />
    </>
  );
}

/** What a tracker made of a file did not get, before its administration is opened. */
function LeftOut({ tracker }: { tracker: Schemas['MadeTracker'] }): ReactNode {
  const sayI18n = useI18nMessage();
  const { id, label, left_out: left = [], left_out_i18n: messages = [] } = tracker;
  return (
    <Notice kind="warning">
      <p>{t('design.start.made', { label })}</p>
      <ul>
        {left.map((what, index) => (
          <li key={`${index} ${what}`}>{sayI18n(messages[index], what)}</li>
        ))}
      </ul>
      <Link to="/trackers/$tracker/administration" params={{ tracker: String(id) }}>
        {t('design.start.toAdministration')}
      </Link>
    </Notice>
  );
}

function NewTracker({ project }: { project: Project }): ReactNode {
  const { value: wish, change: set, drop } = useStoredDraft(`new-tracker ${project.id}`, readWish);
  // What the chosen file holds.
  const [file, setFile] = useState<string>();
  const { submit, isSending, problem } = useSubmit();
  const [made, setMade] = useState<Schemas['MadeTracker']>();
  const person = useSelf()?.username ?? '';
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const body = writeWish(wish, project.id, file);
  const send = async (sent: Schemas['NewTracker']): Promise<void> => {
    const tracker = await take(api.POST('/trackers', { body: sent }));
    const { id, left_out: left = [] } = tracker;
    drop();
    await queryClient.invalidateQueries({ queryKey: ['/projects'] });
    if (left.length > 0) setMade(tracker);
    else if (sent.csv !== undefined) {
      // The page of the import begins with this draft.
      createDrafts(personalStore, person).save(`import ${id}`, { csv: sent.csv });
      await navigate({ to: '/trackers/$tracker/import', params: { tracker: String(id) } });
    } else await navigate({ to: '/trackers/$tracker/administration', params: { tracker: String(id) } });
  };
  if (made !== undefined) return <LeftOut tracker={made} />;
  return (
    <form
      className={ui.stack}
      onSubmit={(event) => {
        event.preventDefault();
        if (body !== undefined && !isSending) void submit(() => send(body));
      }}
    >
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <WishFields wish={wish} set={set} />
      {wish.source === 'copy' && <CopyFields project={project} wish={wish} set={set} />}
      {(wish.source === 'file' || wish.source === 'csv') && (
        <FileField key={wish.source} kind={wish.source} onChange={setFile} />
      )}
      <div className={ui.actions}>
        <Button type="submit" tone="primary" isDisabled={body === undefined || isSending}>
          {t('design.start.create')}
        </Button>
        <Button
          tone="quiet"
          onPress={() => {
            drop();
            void navigate({ to: '/projects/$project/trackers', params: { project: project.shortname } });
          }}
        >
          {t('ui.cancel')}
        </Button>
      </div>
    </form>
  );
}

export function NewTrackerPage(): ReactNode {
  const { project: name } = route.useParams();
  const { data: project, error, refetch } = useQuery(projectQuery(name));
  const { data: summary } = useQuery({
    ...summaryQuery(project?.id ?? 0),
    enabled: project !== undefined && project !== null,
  });
  usePageContext(project === undefined || project === null ? undefined : { projectId: project.id });
  if (project === null) return <NoAccess title={name} asked={{ project: name }} />;
  if (summary?.may_administer === false) return <NoAccess title={t('design.newTracker')} projectId={project?.id} />;
  return (
    <Page
      title={t('design.newTracker')}
      isNarrow
      crumbs={
        project === undefined ? [] : [{ label: project.label_without_icon, to: `/projects/${project.shortname}` }]
      }
    >
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {error === null && (project === undefined || summary === undefined) && <Loading lines={6} />}
      {project !== undefined && summary !== undefined && (
        <>
          <NewTracker key={project.id} project={project} />
          <DeletedTrackers projectId={project.id} />
        </>
      )}
    </Page>
  );
}
