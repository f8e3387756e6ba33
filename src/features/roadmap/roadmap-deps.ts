// What roadmaps build on.
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Artifacts } from '../artifacts/index.ts';
import type { Dashboards } from '../dashboards/index.ts';
import type { Reports } from '../reports/index.ts';
import type { Trackers } from '../trackers/index.ts';

export interface RoadmapDeps {
  database: Database;
  clock: Clock;
  trackers: Trackers;
  artifacts: Artifacts;
  reports: Reports;
  dashboards: Dashboards;
}
