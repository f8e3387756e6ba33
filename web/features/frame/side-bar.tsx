// The project that the page is in: its name, its services, its trackers.
import { foldText } from '../../../contract/fold-text.ts';
import { useIsFetching, useQuery } from '@tanstack/react-query';
import { CalendarRange, House, ListTodo, Plus, Rows3, Settings as SettingsIcon, SquareKanban } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { createLabel } from '../../platform/names/create-label.ts';
import { useIsClosed } from '../../platform/page-context.ts';
import type { PageContext } from '../../platform/page-context.ts';
import type { Schemas } from '../../platform/api.ts';
import { TextField } from '../../ui/forms/fields.tsx';
import { Loading } from '../../ui/feedback/async-states.tsx';
import { TrackerMark } from '../../ui/tracker-mark.tsx';
import ui from '../../ui/ui.module.css';
import {
  PrivacyBadge,
  ProjectIcon,
  ServiceIcon,
  kanbansQuery,
  nameService,
  pageOfService,
  projectByIdQuery,
  projectsQuery,
  servicesQuery,
  summaryQuery,
  trackersQuery,
  usePlans,
  useServicesOff,
} from '../projects/index.ts';
import { newArtifactPage } from './palette/recent-trackers.ts';
import css from './side-bar.module.css';
import { Link } from '../../ui/link.tsx';

/** Fewer are seen at a glance. */
const searchableFrom = 9;

function Services({ project, place }: { project: Schemas['Project']; place: PageContext }): ReactNode {
  const { data = [] } = useQuery(servicesQuery(project.id));
  const shown = data.flatMap((service) => {
    const page = service.is_enabled ? pageOfService(service, project) : undefined;
    return page === undefined ? [] : [{ ...service, page }];
  });
  return (
    <ul>
      <li>
        <Link
          to="/projects/$project/overview"
          params={{ project: project.shortname }}
          className={css.entry}
          aria-current={place.isOverview === true ? 'page' : undefined}
        >
          <House aria-hidden="true" size={15} />
          <span>{t('frame.overview')}</span>
        </Link>
      </li>
      {shown.map(({ id, name, label, page, icon, is_custom: isCustom, is_in_new_tab: isInNewTab }) => (
        <li key={id}>
          {isCustom ? (
            <Link className={css.entry} address={page} target={isInNewTab === true ? '_blank' : undefined}>
              <ServiceIcon name={icon} />
              <span>{label}</span>
            </Link>
          ) : (
            <Link to={page} className={css.entry} data-current={name === place.service}>
              <ServiceIcon name={icon} />
              <span>{nameService({ name, label })}</span>
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

function Trackers({ project, place }: { project: Schemas['Project']; place: PageContext }): ReactNode {
  const { data } = useQuery(trackersQuery(place.projectId));
  const { data: summary } = useQuery(summaryQuery(project.id));
  const [words, setWords] = useState('');
  if (data === undefined) return <Loading lines={5} />;
  if (data.length === 0 && summary?.may_administer !== true) return null;
  const shown = data.filter(({ label }) => foldText(label).includes(foldText(words.trim())));
  return (
    <section className={css.section}>
      <h2 className={ui.group}>
        <Link
          to="/projects/$project/trackers"
          params={{ project: project.shortname }}
          activeOptions={{ exact: true }}
          className={css.heading}
        >
          {t('frame.trackers')}
        </Link>
      </h2>
      {data.length >= searchableFrom && (
        <TextField
          label={t('frame.findTracker')}
          isLabelHidden
          placeholder={t('frame.findTracker')}
          value={words}
          onChange={setWords}
        />
      )}
      <ul>
        {shown.map(({ id, label, singularLabel, colour, icon, mayCreate, isPromoted }) => (
          <li key={id} className={css.tracker} data-promoted={isPromoted}>
            <Link
              to="/trackers/$tracker"
              params={{ tracker: String(id) }}
              activeOptions={{ exact: true, includeSearch: false }}
              className={css.entry}
              data-current={id === place.tracker?.id}
            >
              <TrackerMark colour={colour} icon={icon} />
              <span>{label}</span>
            </Link>
            {mayCreate && (
              <Link to={newArtifactPage(id)} className={css.add} aria-label={createLabel(singularLabel)}>
                <Plus size={15} aria-hidden="true" />
              </Link>
            )}
          </li>
        ))}
      </ul>
      {shown.length === 0 && data.length > 0 && (
        <p className={`${ui.faint} ${ui.small}`}>{t('frame.noTrackerFound')}</p>
      )}
    </section>
  );
}

function Boards({ project: { id: projectId, shortname } }: { project: Schemas['Project'] }): ReactNode {
  const { data } = useQuery(kanbansQuery(projectId));
  const isOff = useServicesOff(projectId);
  if (data === undefined) return null;
  const shown = isOff('plugin_kanban') ? [] : data;
  const isWorkShown = !isOff('plugin_tracker');
  if (shown.length === 0 && !isWorkShown) return null;
  const kanbans = shown.toSorted((a, b) => Number(b.is_promoted) - Number(a.is_promoted));
  return (
    <section className={css.section}>
      <h2 className={ui.group}>{t('frame.boards')}</h2>
      <ul>
        {kanbans.map(({ id, label, tracker }) => (
          <li key={id}>
            <Link
              to="/kanban/$id"
              params={{ id: String(id) }}
              activeOptions={{ includeSearch: false }}
              className={css.entry}
            >
              <SquareKanban aria-hidden="true" size={15} />
              <span title={tracker.label}>{label}</span>
            </Link>
          </li>
        ))}
        {isWorkShown && (
          <li>
            <Link
              to="/projects/$project/issues"
              params={{ project: shortname }}
              activeOptions={{ includeSearch: false }}
              className={css.entry}
            >
              <Rows3 aria-hidden="true" size={15} />
              <span>{t('frame.openWork')}</span>
            </Link>
          </li>
        )}
      </ul>
    </section>
  );
}

function Planning({ project }: { project: Schemas['Project'] }): ReactNode {
  const { isPlanned, milestones } = usePlans(project.id);
  if (!isPlanned) return null;
  return (
    <section className={css.section}>
      <h2 className={ui.group}>{t('planning.planning')}</h2>
      <ul>
        <li>
          <Link
            to="/projects/$project/backlog"
            params={{ project: project.shortname }}
            activeOptions={{ includeSearch: false }}
            className={css.entry}
          >
            <ListTodo aria-hidden="true" size={15} />
            <span>{t('planning.backlog')}</span>
          </Link>
        </li>
        {milestones.map(({ id, label, isInner, isPlan }) => (
          <li key={id} className={isInner ? css.inner : undefined}>
            <Link
              to={isPlan ? '/milestones/$id/planning' : '/milestones/$id'}
              params={{ id: String(id) }}
              activeOptions={{ includeSearch: false }}
              className={css.entry}
            >
              <CalendarRange aria-hidden="true" size={15} />
              <span title={label}>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Settings({ project }: { project: Schemas['Project'] }): ReactNode {
  return (
    <section className={css.section}>
      <ul>
        <li>
          <Link to="/projects/$project/administration" params={{ project: project.shortname }} className={css.entry}>
            <SettingsIcon aria-hidden="true" size={15} />
            <span>{t('frame.projectSettings')}</span>
          </Link>
        </li>
      </ul>
    </section>
  );
}

/** The parts of a project, all at once, so that none pushes down what somebody is about to click. */
function Parts({ project, place }: { project: Schemas['Project']; place: PageContext }): ReactNode {
  const services = useQuery(servicesQuery(project.id));
  const kanbans = useQuery(kanbansQuery(project.id));
  const trackers = useQuery(trackersQuery(project.id));
  const summary = useQuery(summaryQuery(project.id));
  const isOff = useServicesOff(project.id);
  const plans = usePlans(project.id);
  if (plans.isReading || [services, kanbans, trackers, summary].some(({ isLoading }) => isLoading))
    return <Loading lines={12} />;
  return (
    <>
      <Services project={project} place={place} />
      {!isOff('plugin_agiledashboard') && <Planning project={project} />}
      <Boards project={project} />
      {!isOff('plugin_tracker') && <Trackers project={project} place={place} />}
      {summary.data?.may_administer === true && <Settings project={project} />}
    </>
  );
}

/** Where to go on from a page that is closed. */
function OwnProjects(): ReactNode {
  const { data = [] } = useQuery(projectsQuery(true));
  return (
    <nav className={css.section} aria-label={t('frame.ownProjects')}>
      <h2 className={ui.group}>{t('frame.ownProjects')}</h2>
      <ul>
        {data.map((project) => (
          <li key={project.id}>
            <Link to="/projects/$project" params={{ project: project.shortname }} className={css.entry}>
              <span>{project.label_without_icon}</span>
            </Link>
          </li>
        ))}
        <li>
          <Link to="/projects" activeOptions={{ exact: true }} className={css.entry}>
            <span>{t('home.allProjects')}</span>
          </Link>
        </li>
      </ul>
    </nav>
  );
}

/** What stands in the side bar, and in the drawer on narrow screens. */
export function ProjectNavigation({ place }: { place: PageContext | undefined }): ReactNode {
  const { data: project } = useQuery({ ...projectByIdQuery(place?.projectId ?? 0), enabled: place !== undefined });
  const isReading = useIsFetching() > 0;
  const isClosed = useIsClosed();
  if (isClosed) return <OwnProjects />;
  // A page that could not be read names no place.
  if (place === undefined || project === undefined) return isReading && <Loading lines={6} />;
  return (
    <nav className={css.navigation} aria-label={t('frame.project')}>
      <div className={css.head}>
        <ProjectIcon project={project} />
        <div className={css.name}>
          <Link
            to="/projects/$project"
            params={{ project: project.shortname }}
            activeOptions={{ exact: true }}
            title={project.label_without_icon}
          >
            {project.label_without_icon}
          </Link>
          <PrivacyBadge access={project.access} />
        </div>
      </div>
      <Parts project={project} place={place} />
    </nav>
  );
}
