// What a feature hands over: lists by kind, which the program collects once. A feature has those kinds that it needs.
import type { ArchivePart } from './features/archive/index.ts';
import type { SiteCheck, SitePart } from './features/backup/index.ts';
import type { Cleaner, NightlyJob } from './features/housekeeping/index.ts';
import type { Viewer } from './features/projects/index.ts';
import type { Follower } from './platform/events/index.ts';
import type { FileRoute, PageRoute, Route, StreamRoute } from './platform/http/index.ts';
import type { Certificate } from './platform/tls.ts';
import type { JobHandler, Scheduled } from './platform/jobs/index.ts';

/** Runs as long as the server does. */
export interface Service {
  /** Throws what keeps the server from starting. */
  start(certificate: Certificate | undefined): Promise<void>;
  /** Called also where it was not started. Gives up after `graceMs`. */
  stop(graceMs: number): Promise<void>;
}

interface PartKinds {
  /** Of the API, in JSON and XML. */
  routes: Route<Viewer>;
  /** Routes whose bodies are bytes of any length. */
  streams: StreamRoute<Viewer>;
  files: FileRoute;
  /** Documents for browsers. */
  pages: PageRoute<Viewer>;
  jobs: JobHandler;
  /** Jobs that call servers which people named; they have slots of their own. */
  calls: JobHandler;
  schedules: Scheduled;
  /** Asked for every night. */
  nightlyJobs: NightlyJob;
  cleaners: Cleaner;
  /** Of the event log. */
  followers: Follower;
  services: Service;
  /** End answers that would last, as soon as the server begins to stop. */
  endings: () => void;
  /** Elements and folders of project archives. */
  archive: ArchivePart;
  /** Beside the database in a backup. */
  backup: SitePart;
  /** Of `tepal verify`. */
  checks: SiteCheck;
}

export type Parts = { readonly [Kind in keyof PartKinds]: readonly PartKinds[Kind][] };

interface Feature {
  readonly parts: Partial<Parts>;
}

export interface PartList {
  /** Of all features that were added, in their order; grows with them. */
  readonly parts: Parts;
  /** Collects the parts of a feature; gives the feature. */
  add<F extends Feature>(feature: F): F;
}

export function createPartList(): PartList {
  const lists: { [Kind in keyof PartKinds]: PartKinds[Kind][] } = {
    routes: [],
    streams: [],
    files: [],
    pages: [],
    jobs: [],
    calls: [],
    schedules: [],
    nightlyJobs: [],
    cleaners: [],
    followers: [],
    services: [],
    endings: [],
    archive: [],
    backup: [],
    checks: [],
  };
  const extend = <Part>(list: Part[], more: readonly Part[] = []): void => void list.push(...more);
  return {
    parts: lists,
    add(feature) {
      const { parts } = feature;
      extend(lists.routes, parts.routes);
      extend(lists.streams, parts.streams);
      extend(lists.files, parts.files);
      extend(lists.pages, parts.pages);
      extend(lists.jobs, parts.jobs);
      extend(lists.calls, parts.calls);
      extend(lists.schedules, parts.schedules);
      extend(lists.nightlyJobs, parts.nightlyJobs);
      extend(lists.cleaners, parts.cleaners);
      extend(lists.followers, parts.followers);
      extend(lists.services, parts.services);
      extend(lists.endings, parts.endings);
      extend(lists.archive, parts.archive);
      extend(lists.backup, parts.backup);
      extend(lists.checks, parts.checks);
      return feature;
    },
  };
}
