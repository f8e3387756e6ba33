import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, listFaults, take } from '../../platform/api.ts';
import type { Fault, Schemas } from '../../platform/api.ts';
import { createDrafts } from '../../platform/drafts/drafts.ts';
import { t } from '../../platform/i18n.ts';
import { personalStore } from '../../platform/storage/personal-storage.ts';
import { findProjectStart } from '../../platform/project-start.ts';
import { loadRefusals } from '../../platform/errors/refusals.ts';
import { useSelf, useSite } from '../../platform/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { NoAccess } from '../../ui/no-access/no-access.tsx';
import { Checkbox, Select, TextField } from '../../ui/forms/fields.tsx';
import { RadioCards } from '../../ui/forms/radio-cards.tsx';
import { Empty, ErrorState, Loading, Notice } from '../../ui/feedback/async-states.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { useStoredDraft } from '../../ui/forms/use-draft.ts';
import { useSettled } from '../../ui/forms/use-settled.ts';
import ui from '../../ui/ui.module.css';
import {
  archiveTemplate,
  emptyTemplate,
  emptyWish,
  faultOfLabel,
  faultOfShortName,
  isStartChosen,
  mayHaveSamples,
  tableTemplate,
  readWish,
  requestOf,
  shortNameOf,
} from './new-project.ts';
import type { NameFault, ProjectWish } from './new-project.ts';
import { ApproveButton } from './approve-button.tsx';
import { TemplatePicture } from './template-pictures.tsx';
import { ArchiveChoice, ArchiveUploads } from './from-archive/from-archive.tsx';
import { sendArchive } from './from-archive/sending-archives.ts';
import { categoriesQuery, fieldsQuery, templatesQuery } from './projects.queries.ts';
import css from './projects.module.css';
import { useSubmit } from '../../ui/forms/use-submit.ts';

const route = getRouteApi('/projects/new');
const draftName = 'new-project';
/** A pause of typing after which the server is asked whether it would do so, ms. */
const pauseMs = 300;

/** The wish, kept as a draft with every change until the project is there. */
function useWish() {
  const { from } = route.useSearch();
  return useStoredDraft(draftName, (draft) => {
    const kept = readWish(draft);
    return from === 'archive' ? { ...kept, template: archiveTemplate } : kept;
  });
}

const isTemplateFault = ({ part }: Fault): boolean => part.includes('template') || part.startsWith('from_archive');

/** What the server would refuse of it; undefined until it has said so. Where nothing is chosen to start from, what else it would refuse. */
function useFaults(wish: ProjectWish, hasRestricted: boolean, file: File | undefined): readonly Fault[] | undefined {
  const isChosen = isStartChosen(wish, file);
  const asked = isChosen ? wish : { ...wish, template: emptyTemplate };
  const body = requestOf(asked, hasRestricted, file);
  const current = JSON.stringify(body);
  const settled = useSettled(current, pauseMs);
  const { data } = useQuery({
    queryKey: ['/projects', 'dry run', settled],
    queryFn: async (): Promise<readonly Fault[]> => {
      const found = await take(api.POST('/project_checks', { body }));
      await loadRefusals();
      return listFaults(found);
    },
    enabled: faultOfShortName(wish.shortName) === undefined,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  // What was said of an earlier wish would let this one through.
  if (settled !== current) return undefined;
  return isChosen ? data : data?.filter((fault) => !isTemplateFault(fault));
}

function explainName(fault: NameFault | undefined, kind: 'label' | 'short'): string | undefined {
  if (fault === undefined) return undefined;
  if (fault === 'letters') return t('projects.new.letters');
  return kind === 'label' ? t('projects.new.labelLength') : t('projects.new.shortLength');
}

/** What the server says of a short name, in the language of the person where it is one of the usual. */
function explainFault(text: string | undefined): string | undefined {
  if (text !== undefined && /already taken/i.test(text)) return t('projects.new.taken');
  if (text !== undefined && /reserved/i.test(text)) return t('projects.new.reserved');
  return text;
}

interface FormProps {
  wish: ProjectWish;
  change(next: Partial<ProjectWish>): void;
  /** What is wrong with a part, once it is worth saying. */
  faultOf(part: string): string | undefined;
}

/** The project with nothing in it, which scripts of the origin start from; the blank template is the same. */
const defaultTemplateId = 100;

const bundledTemplates = ['scrum', 'kanban', 'bugs', 'support', 'roadmap', 'empty'] as const;
const isBundled = (name: string): name is (typeof bundledTemplates)[number] =>
  bundledTemplates.some((known) => known === name);

function Template({ wish, change }: FormProps): ReactNode {
  const { data, error, refetch } = useQuery(templatesQuery);
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return null;
  const choices = data
    .filter(({ template_id: id }) => id !== defaultTemplateId)
    .map((template) => {
      const name = template.xml_template_name ?? '';
      const known = isBundled(name) ? name : undefined;
      return {
        id: template.template_id === null ? `name:${name}` : `id:${template.template_id}`,
        label: known === undefined ? template.label : t(`projects.new.${known}`),
        text:
          known === undefined
            ? template.is_own
              ? t('projects.new.own')
              : template.description
            : t(`projects.new.${known}Text`),
        picture: <TemplatePicture name={name} />,
      };
    });
  const table = { id: tableTemplate, label: t('projects.new.table'), text: t('projects.new.tableText') };
  const archive = { id: archiveTemplate, label: t('projects.archive'), text: t('projects.archive.text') };
  return (
    <RadioCards
      label={t('projects.new.template')}
      choices={[...choices, table, archive]}
      value={wish.template}
      onChange={(template) => change({ template })}
    />
  );
}

function Names({ wish, change, faultOf }: FormProps): ReactNode {
  const isLabelTyped = wish.label.trim() !== '';
  return (
    <>
      <TextField
        label={t('projects.new.label')}
        value={wish.label}
        onChange={(label) => change({ label, ...(wish.isShortNameOwn ? {} : { shortName: shortNameOf(label) }) })}
        isRequired
        error={isLabelTyped ? (explainName(faultOfLabel(wish.label), 'label') ?? faultOf('label')) : undefined}
      />
      <TextField
        label={t('projects.new.shortName')}
        hint={t('projects.new.shortNameHint', { address: `${location.host}/projects/${wish.shortName || '…'}` })}
        value={wish.shortName}
        onChange={(shortName) => change({ shortName, isShortNameOwn: shortName !== '' })}
        isRequired
        error={
          wish.shortName === ''
            ? undefined
            : (explainName(faultOfShortName(wish.shortName), 'short') ?? explainFault(faultOf('shortname')))
        }
      />
      <TextField
        label={t('projects.new.description')}
        rows={3}
        value={wish.description}
        onChange={(description) => change({ description })}
        error={faultOf('description')}
      />
    </>
  );
}

function Privacy({ wish, change, faultOf }: FormProps): ReactNode {
  const hasRestricted = useSite().access_mode === 'restricted';
  return (
    <>
      <RadioCards
        label={t('projects.new.privacy')}
        choices={[
          { id: 'private', label: t('projects.private'), text: t('projects.privateMeans') },
          { id: 'public', label: t('projects.public'), text: t('projects.publicMeans') },
        ]}
        value={wish.isPublic ? 'public' : 'private'}
        onChange={(id) => change({ isPublic: id === 'public' })}
      />
      {hasRestricted && (
        <Checkbox isSelected={wish.allowsRestricted} onChange={(allowsRestricted) => change({ allowsRestricted })}>
          {t('projects.new.restricted')}
        </Checkbox>
      )}
      {faultOf('allow_restricted') !== undefined && <Notice kind="error">{faultOf('allow_restricted')}</Notice>}
    </>
  );
}

function More({ wish, change, faultOf }: FormProps): ReactNode {
  const { data: fields } = useQuery(fieldsQuery);
  const { data: categories = [] } = useQuery(categoriesQuery);
  return (
    <>
      {fields?.project_fields_representation.map(({ id, name, description, type, is_required: isRequired }) => (
        <TextField
          key={id}
          label={name}
          hint={description === '' ? undefined : description}
          isRequired={isRequired}
          value={wish.fields[id] ?? ''}
          onChange={(value) => change({ fields: { ...wish.fields, [id]: value } })}
          {...(type === 'text' ? { rows: 3 } : {})}
        />
      ))}
      {faultOf('fields') !== undefined && <Notice kind="warning">{faultOf('fields')}</Notice>}
      {categories.map(({ id, name, is_mandatory: isRequired, values }) => (
        <Select
          key={id}
          label={name}
          isRequired={isRequired}
          choices={values.map((value) => ({ id: String(value.id), label: value.name }))}
          value={wish.categories[id] === undefined ? undefined : String(wish.categories[id])}
          onChange={(value) => change({ categories: { ...wish.categories, [id]: Number(value) } })}
          placeholder={t('projects.new.choose')}
        />
      ))}
      {faultOf('categories') !== undefined && <Notice kind="warning">{faultOf('categories')}</Notice>}
    </>
  );
}

/** A project that a site administrator has to approve. */
type Waiting = Pick<Schemas['Project'], 'id' | 'label' | 'shortname'>;

function Form({ onWaiting }: { onWaiting(project: Waiting): void }): ReactNode {
  const person = useSelf()?.username ?? '';
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const hasRestricted = useSite().access_mode === 'restricted';
  const { value: wish, change, drop } = useWish();
  const [file, setFile] = useState<File>();
  const faults = useFaults(wish, hasRestricted, file);
  const faultOf = (part: string): string | undefined =>
    faults?.find((fault) => fault.part === part || fault.part.startsWith(`${part}[`))?.text;
  const general = faults?.filter((fault) => fault.part === '' || isTemplateFault(fault)) ?? [];
  const { submit, isSending, problem } = useSubmit();
  const create = async (): Promise<void> => {
    const project = await take(api.POST('/projects', { body: requestOf(wish, hasRestricted, file) }));
    if ('upload_href' in project) {
      if (file !== undefined) sendArchive(queryClient, project.id, project.upload_href, file);
      setFile(undefined);
      change(emptyWish);
      drop();
      return;
    }
    drop();
    if (project.status === 'active' && wish.hasSamples && mayHaveSamples(wish))
      await take(api.POST('/projects/{id}/sample_content', { params: { path: { id: project.id } } }));
    await queryClient.invalidateQueries({ queryKey: ['/projects'] });
    if (project.status === 'active' && wish.template === tableTemplate) {
      // The form of a new tracker begins with this draft.
      createDrafts(personalStore, person).save(`new-tracker ${project.id}`, { source: 'csv' });
      await navigate({ to: '/projects/$project/trackers/new', params: { project: project.shortname } });
    } else if (project.status === 'active') await navigate({ href: await findProjectStart(project) });
    else onWaiting(project);
  };
  const cancel = (): void => {
    drop();
    void navigate({ to: '/projects' });
  };
  const form = { wish, change, faultOf };
  const isNamed = faults?.length === 0 && faultOfLabel(wish.label) === undefined;
  const isReady = isNamed && isStartChosen(wish, file);
  return (
    <form
      className={`${ui.stack} ${css.form}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !isSending) void submit(create);
      }}
    >
      <Template {...form} />
      <Names {...form} />
      {mayHaveSamples(wish) && (
        <Checkbox isSelected={wish.hasSamples} onChange={(hasSamples) => change({ hasSamples })}>
          {t('projects.samples.add')}
        </Checkbox>
      )}
      {wish.template === archiveTemplate && <ArchiveChoice file={file} onChoose={setFile} />}
      <Privacy {...form} />
      <More {...form} />
      {general.map(({ text }) => (
        <Notice key={text} kind="error">
          {text}
        </Notice>
      ))}
      {isNamed && !isReady && <Notice>{t('projects.new.chooseStart')}</Notice>}
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <div className={ui.row}>
        <Button type="submit" tone="primary" isDisabled={!isReady || isSending}>
          {t('projects.new.create')}
        </Button>
        <Button tone="quiet" onPress={cancel}>
          {t('ui.cancel')}
        </Button>
        {wish.label.trim() === '' && <span className={`${ui.soft} ${ui.small}`}>{t('projects.new.nameFirst')}</span>}
      </div>
    </form>
  );
}

export function NewProjectPage(): ReactNode {
  const isSignedIn = useSelf() !== undefined;
  const [waiting, setWaiting] = useState<Waiting>();
  // The rest of the form stands below them.
  const { isLoading } = useQuery({ ...templatesQuery, enabled: isSignedIn });
  if (!isSignedIn) return <NoAccess title={t('projects.new')} />;
  return (
    <Page title={t('projects.new')} crumbs={[{ label: t('projects.list'), to: '/projects' }]} isNarrow>
      {waiting === undefined ? (
        <>
          <ArchiveUploads />
          {isLoading ? <Loading lines={8} /> : <Form onWaiting={setWaiting} />}
        </>
      ) : (
        <Empty title={t('projects.new.waits', { project: waiting.label })}>
          <p>{t('projects.new.waitsText')}</p>
          <ApproveButton id={waiting.id} shortname={waiting.shortname} />
          <ButtonLink to="/">{t('frame.home')}</ButtonLink>
        </Empty>
      )}
    </Page>
  );
}
