// Routes of the running server: its health, what it measured, its log, who follows its events, trials of its settings.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Nullable, routesFor, I18nMessage } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import { messageAndI18n } from '../../platform/texts/said.ts';
import type { FollowerState } from '../../platform/events/index.ts';
import type { RecentLog } from '../../platform/observability/recent-log.ts';
import type { Viewer } from '../projects/index.ts';
import type { Health } from './health/health.service.ts';
import { logLevels, LogTail, readLog } from './log/log.service.ts';
import { MassMail } from './mass-mail/mass-mail.ts';
import type { MassMails } from './mass-mail/mass-mail.ts';
import { Measure } from './measures/measures.ts';
import type { Measures } from './measures/measures.ts';
import { requireSiteAdmin } from './site-admin.ts';
import { Summary } from './summary/summary.ts';
import { trialKinds } from './trials.service.ts';
import type { TrialKind, TrialOutcome } from './trials.service.ts';

const route = routesFor<Viewer>();
const tag = 'Server';
/** Lines of the log of one answer, the newest. */
const linesMax = 500;

const Finding = Type.Object(
  {
    what: Type.String(),
    state: Type.Enum(['ok', 'doubtful', 'wrong']),
    finding: Type.String(),
    remedy: Nullable(Type.String({ description: 'What to do.' })),
  },
  { title: 'Finding' },
);

const Follower = Type.Object(
  {
    name: Type.String(),
    position: Type.Integer({ description: 'Of the last event that it dealt with.' }),
    behind: Type.Integer({ description: 'How many events it has before it.' }),
  },
  { title: 'Follower' },
);

interface Deps {
  health: Health;
  summarize(): Promise<Static<typeof Summary>>;
  measures: Measures;
  log: RecentLog;
  listFollowers(): Promise<FollowerState[]>;
  massMails: MassMails;
  tryOut(viewer: Viewer, kind: TrialKind, target: string): Promise<TrialOutcome>;
}

export const operationRoutes = (deps: Deps): Route<Viewer>[] => [
  ...lookRoutes(deps),
  ...watchRoutes(deps),
  massMailRoute(deps),
];

const lookRoutes = ({ summarize, health, listFollowers, tryOut }: Deps): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/admin/summary',
    access: 'signed-in',
    kind: 'single',
    tag,
    summary: 'Site statistics and pending tasks, for site administrators',
    responses: { 200: Summary },
    async handler({ viewer }) {
      requireSiteAdmin(viewer);
      return { body: await summarize() };
    },
  }),
  route({
    method: 'GET',
    url: '/admin/health',
    access: 'signed-in',
    kind: 'single',
    tag,
    summary: 'The findings of `tepal doctor`: problems and how to fix them, for site administrators',
    query: Type.Object({
      language: Type.Enum(['en', 'fr'] as const, { default: 'en', description: 'Of what is wrong and what to do.' }),
    }),
    responses: { 200: Type.Array(Finding) },
    async handler({ viewer, query }) {
      requireSiteAdmin(viewer);
      return { body: (await health.look(query.language)).map((one) => ({ ...one, remedy: one.remedy ?? null })) };
    },
  }),
  route({
    method: 'GET',
    url: '/admin/followers',
    access: 'signed-in',
    kind: 'single',
    tag,
    summary: 'Event log consumers, such as mails and the search index, with their positions; for site administrators',
    responses: { 200: Type.Array(Follower) },
    async handler({ viewer }) {
      requireSiteAdmin(viewer);
      return { body: await listFollowers() };
    },
  }),
  route({
    method: 'POST',
    url: '/admin/trials',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Test the settings of mail, directory, storage or webhooks; for site administrators',
    body: Type.Object({
      kind: Type.Enum(trialKinds),
      target: Type.Optional(Type.String({ maxLength: 2000, description: 'Address of a mail, or URL of a call.' })),
    }),
    responses: {
      200: Type.Object({ is_good: Type.Boolean(), finding: Type.String(), i18n: Type.Optional(I18nMessage) }),
    },
    async handler({ viewer, body }) {
      requireSiteAdmin(viewer);
      const { isGood, finding } = await tryOut(viewer, body.kind, body.target ?? '');
      const { message, i18n } = messageAndI18n(finding);
      return { body: { is_good: isGood, finding: message, ...(i18n && { i18n }) } };
    },
  }),
];

const massMailRoute = ({ massMails }: Deps): Route<Viewer> =>
  route({
    method: 'POST',
    url: '/mass_mails',
    access: 'signed-in',
    kind: 'action',
    tag: 'Mail',
    summary: 'Send a mail to many users, send a test to yourself, or count recipients; for site administrators',
    body: MassMail,
    responses: { 200: Type.Object({ people: Type.Integer() }) },
    async handler({ viewer, body }) {
      requireSiteAdmin(viewer);
      return { body: { people: await massMails.send(viewer, body) } };
    },
  });

const watchRoutes = ({ measures, log }: Deps): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/admin/measures',
    access: 'signed-in',
    kind: 'single',
    tag,
    summary: 'Server metrics of the last day: requests, errors, load, memory, jobs, disk; for site administrators',
    query: Type.Object({
      step: Type.Integer({ minimum: 1, maximum: 60, default: 10, description: 'Minutes that are summed up.' }),
    }),
    responses: { 200: Type.Array(Measure) },
    async handler({ viewer, query }) {
      requireSiteAdmin(viewer);
      return { body: await measures.list(query.step) };
    },
  }),
  route({
    method: 'GET',
    url: '/admin/log',
    access: 'signed-in',
    kind: 'single',
    tag,
    summary: 'The last lines of the log, newest first, for site administrators',
    query: Type.Object({
      level: Type.Enum(logLevels, { default: 'trace', description: 'This one and those above.' }),
      words: Type.String({ maxLength: 200, default: '', description: 'All of them stand in the line.' }),
      limit: Type.Integer({ minimum: 1, maximum: linesMax, default: 200, description: 'Newest lines.' }),
    }),
    responses: { 200: LogTail },
    async handler({ viewer, query }) {
      requireSiteAdmin(viewer);
      return { body: await readLog(log, query) };
    },
  }),
];
