// Which projects are templates of the site, and which of their trackers come along to new projects.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle, take } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/forms/fields.tsx';
import { PickField } from '../../../ui/pickers/pickers.tsx';
import { Empty, ErrorState, Loading, Notice } from '../../../ui/feedback/async-states.tsx';
import { useSettled } from '../../../ui/forms/use-settled.ts';
import { TrackerMark } from '../../../ui/tracker-mark.tsx';
import ui from '../../../ui/ui.module.css';
import { templateProjectsQuery, trackersQuery } from '../../projects/index.ts';
import type { TrackerEntry } from '../../projects/index.ts';
import css from '../administration.module.css';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import own from './creation.module.css';
import { Link } from '../../../ui/link.tsx';

type Project = Schemas['Project'];

function TrackerLine({ tracker }: { tracker: TrackerEntry }): ReactNode {
  const params = { path: { id: tracker.id } };
  const queryKey = ['/trackers', tracker.id, 'new_projects'];
  const { data, error } = useQuery({
    queryKey,
    queryFn: () => take(api.GET('/trackers/{id}/new_projects', { params })),
  });
  const { submit, isSending, problem } = useSubmit({ invalidates: [queryKey], toast: t('ui.saved') });
  return (
    <li>
      {error !== null && <ErrorState error={error} />}
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <Checkbox
        isSelected={data?.enabled === true}
        isDisabled={data === undefined || isSending}
        onChange={(enabled) =>
          void submit(() => settle(api.PUT('/trackers/{id}/new_projects', { params, body: { enabled } })))
        }
      >
        <TrackerMark colour={tracker.colour} icon={tracker.icon} /> {tracker.label}
      </Checkbox>
    </li>
  );
}

function Trackers({ project }: { project: Project }): ReactNode {
  const { data, error, refetch } = useQuery(trackersQuery(project.id));
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={3} />;
  if (data.length === 0) return <p className={ui.soft}>{t('creation.noTrackers')}</p>;
  return (
    <>
      <p className={`${ui.soft} ${ui.small}`}>{t('creation.newProjectsText')}</p>
      <ul className={own.trackers} aria-label={t('creation.showTrackers', { name: project.label })}>
        {data.map((tracker) => (
          <TrackerLine key={tracker.id} tracker={tracker} />
        ))}
      </ul>
    </>
  );
}

function Template({ project, end }: { project: Project; end(): void }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { label, shortname, description } = project;
  return (
    <li className={own.template}>
      <div className={ui.row}>
        <span className={ui.grow}>
          <Link to="/projects/$project" params={{ project: shortname }}>
            {label}
          </Link>
          {description !== '' && <span className={`${ui.soft} ${ui.small}`}> {description}</span>}
        </span>
        <Button aria-label={t('creation.noTemplateOf', { name: label })} onPress={end}>
          {t('creation.noTemplate')}
        </Button>
      </div>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>{t('creation.showTrackers', { name: label })}</summary>
        {isOpen && <Trackers project={project} />}
      </details>
    </li>
  );
}

/** A pause of typing after which projects are looked for, ms. */
const pauseMs = 200;

function AddTemplate({ known, add }: { known: readonly Project[]; add(project: Project): void }): ReactNode {
  const [words, setWords] = useState('');
  const settled = useSettled(words, pauseMs);
  const { data = [], isFetching } = useQuery({
    queryKey: ['/projects', 'to be templates', settled],
    queryFn: () => take(api.GET('/projects', { params: { query: { words: settled, order: 'name', limit: 50 } } })),
  });
  const others = data.filter(({ id }) => !known.some((one) => one.id === id));
  return (
    <PickField
      label={t('creation.addTemplate')}
      choices={others.map(({ id, label }) => ({ id: String(id), label }))}
      value={undefined}
      onSearch={setWords}
      isSearching={isFetching || settled !== words}
      onChange={(id) => {
        const chosen = others.find((one) => String(one.id) === id);
        if (chosen !== undefined) add(chosen);
      }}
    />
  );
}

export function TemplatesPage(): ReactNode {
  const { data, error, refetch } = useQuery(templateProjectsQuery);
  const { submit, isSending, problem } = useSubmit({ invalidates: [['/projects'], ['/project_templates']] });
  const set = ({ id, label }: Project, isTemplate: boolean): void =>
    void submit(
      () => settle(api.PATCH('/projects/{id}', { params: { path: { id } }, body: { is_template: isTemplate } })),
      t(isTemplate ? 'creation.templateNow' : 'creation.templateNoMore', { name: label }),
    );
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={4} />;
  return (
    <>
      <section className={`${ui.card} ${css.section}`} aria-label={t('creation.templates')}>
        <p className={ui.soft}>{t('creation.templatesText')}</p>
        {problem !== undefined && <Notice kind="error">{problem}</Notice>}
        <AddTemplate key={data.length} known={data} add={(project) => set(project, true)} />
        {data.length === 0 ? (
          <Empty title={t('creation.noTemplates')} />
        ) : (
          <ul>
            {data.map((project) => (
              <Template key={project.id} project={project} end={() => !isSending && set(project, false)} />
            ))}
          </ul>
        )}
      </section>
      <section className={`${ui.card} ${css.section}`} aria-label={t('creation.builtIn')}>
        <h2>{t('creation.builtIn')}</h2>
        <p className={ui.soft}>{t('creation.builtInText')}</p>
      </section>
    </>
  );
}
