// Answers browsers: with the document where they ask for a page or for nothing that exists, with its files, and with the
// way to the page that an older address means. What is no browser gets the answers of the API.
import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../platform/clock.ts';
import { DomainError } from '../../platform/errors.ts';
import { readLastPosition } from '../../platform/events/index.ts';
import { absentCaller, apiPrefix, createInnerCalls, makeFile } from '../../platform/http/index.ts';
import type {
  Access,
  FileRoute,
  InnerAnswer,
  PageAnswer,
  PageRequest,
  PageRoute,
  RequestFacts,
  Route,
} from '../../platform/http/index.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import { VersionConflictError } from '../../platform/version-conflict.ts';
import { defaultThemeVariant } from '../../settings/index.ts';
import type { FirstStart } from '../first-start/index.ts';
import type { Viewer } from '../projects/index.ts';
import { withAnswerLimit } from '../site/index.ts';
import type { SiteService } from '../site/index.ts';
import { inlineAnswers, inlinedLengthMax } from './inlined-answers.ts';
import type { AnswerQueries } from './inlined-answers.ts';
import { findNewAddress, firstStartUrl, oldUrls, pageModules, pageUrls, textModules } from './page-addresses.ts';
import { planQueries } from './preloaded-queries.ts';
import type { PreloadedQuery } from './preloaded-queries.ts';
import { readPageFiles } from './page-files.ts';
import { findPageFolder } from './page-folder.ts';
import type { PageFiles } from './page-files.ts';
import { findPreview } from './previews.ts';
import type { PreviewDeps } from './previews.ts';

/**
 * Only what carries the nonce of the document runs and styles: no file that somebody uploaded, whatever its type. Everything else is
 * loaded and asked from here alone.
 * Pictures may also be blob: and data: URLs, for what somebody is about to attach.
 */
const policyFor = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');

/**
 * Whoever opened these in a window gets no hold of it, so that they can't put a copy in the place of a form for passwords.
 * Other pages go without: browsers start another process for each visit to a page that asks for this.
 */
const isForSecrets = (url: string): boolean =>
  /^\/(?:account|sign-in|register|lost-password|new-password|confirm-email|welcome|first-start)\b/.test(url);

const robots = 'User-agent: *\nDisallow: /api/\nDisallow: /account\n';

const isRead = ({ method }: RequestFacts): boolean => method === 'GET' || method === 'HEAD';

const acceptOf = ({ headers }: RequestFacts): string => headers['accept']?.toString().trim() ?? '';

/**
 * Browsers ask for HTML first; programs ask for anything, or for what they know. Those that show a preview of a link, as chats do, take
 * the document but may not ask for it.
 */
const isBrowser = (request: RequestFacts): boolean =>
  isRead(request) &&
  (/^text\/html\b/.test(acceptOf(request)) ||
    /bot\b|preview|facebookexternalhit|whatsapp/i.test(request.headers['user-agent']?.toString() ?? ''));

/** Clients of the API send these. */
const credentialHeaders = ['authorization', 'x-auth-token', 'x-auth-accesskey'];

/**
 * Monitors and command lines, which take anything, get a page like browsers. A client of the API that left out the prefix of its
 * addresses does not.
 */
const takesPage = (request: RequestFacts): boolean =>
  isBrowser(request) ||
  (isRead(request) &&
    /^(?:$|\*\/\*)/.test(acceptOf(request)) &&
    !credentialHeaders.some((name) => request.headers[name] !== undefined));

/** Texts in the first language of the browser that there are texts in; who has an account may have chosen another one. */
function findTexts({ headers }: RequestFacts, page: string): string[] {
  const languages =
    headers['accept-language']
      ?.toString()
      .split(',')
      .map((name) => name.trim().slice(0, 2).toLowerCase()) ?? [];
  const language = languages.find((name) => name === 'en' || name === 'fr');
  const [first, further] = textModules(language ?? 'en');
  return [first, ...(page === '/' ? [] : [further])];
}

interface PageDeps {
  site: SiteService;
  firstStart: FirstStart;
  clock: Clock;
  logger: Logger;
  routes: readonly Route<Viewer>[];
}

/** Whether a browser opens a window with it and says so; nobody else can take what a document inlines. */
const takesAnswers = ({ method, headers }: RequestFacts): boolean =>
  method === 'GET' &&
  headers['sec-fetch-mode'] === 'navigate' &&
  headers['sec-fetch-dest'] === 'document' &&
  headers['authorization'] === undefined;

/** What everybody may know: the site, and that nobody is signed in. */
const isForNobody = ({ url, params }: PreloadedQuery): boolean =>
  url === '/site' || (url === '/users/:id' && params['id'] === 'self');

/** Whether nobody is signed in, also not in a session that is over: the page learns that by asking, and loses its cookie. */
const isNobody = (error: unknown): boolean =>
  error instanceof DomainError && error.kind === 'unauthenticated' && error.headers['set-cookie'] === undefined;

/**
 * Answers reads by the routes, as whoever opens the page. What is refused is undefined; what fails by itself is logged. A site that is
 * closed to visitors tells them that nobody is signed in.
 */
function createAnswerQueries(
  call: ReturnType<typeof createInnerCalls<Viewer>>,
  request: PageRequest<Viewer>,
  logger: Logger,
): AnswerQueries {
  const leaveOut = (error: unknown): undefined => {
    if (!(error instanceof DomainError)) logger.error({ err: error, route: request.route }, 'a document brings less');
  };
  const readAs = (access: Access, isAnswered: (read: PreloadedQuery) => boolean, reads: readonly PreloadedQuery[]) =>
    request.readAs(access, (viewer, facts) => {
      const bounded = { ...viewer, site: withAnswerLimit(viewer.site, inlinedLengthMax) };
      const context = { viewer: bounded, request: facts, caller: absentCaller(viewer), lengthMax: inlinedLengthMax };
      const answerOne = (read: PreloadedQuery): Promise<InnerAnswer | undefined> =>
        call(context, { method: 'GET', ...read }).catch((error: unknown) => {
          if (error instanceof VersionConflictError) throw error;
          return leaveOut(error);
        });
      return Promise.all(reads.map(async (read) => (isAnswered(read) ? answerOne(read) : undefined)));
    });
  return async (reads) => {
    const answers = await readAs('optional', () => true, reads)
      .catch((error: unknown) => {
        if (isNobody(error)) return readAs('public', isForNobody, reads);
        throw error;
      })
      .catch(leaveOut);
    return answers ?? [];
  };
}

/** Writes the document of the page that is asked for, or of any address with the status 404. */
type WriteDocument = (request: PageRequest<Viewer>, status: number) => Promise<PageAnswer>;

function createDocuments(
  read: () => PageFiles,
  { site, clock, logger, routes }: Omit<PageDeps, 'firstStart'>,
  previewDeps: PreviewDeps,
): WriteDocument {
  const call = createInnerCalls(routes);
  const nowMs = (): number => clock.nowMs();
  return async (request, status) => {
    const moment = await site.current();
    const { settings } = moment;
    const { route: page, params, query } = request;
    const modules = [...findTexts(request, page), ...(pageModules[page] ?? [])];
    // Whoever may be signed in reads the page itself.
    const isStranger = request.headers['cookie'] === undefined;
    const [, part = ''] = /^\/\w+\/([\w-]+)/.exec(request.url) ?? [];
    // Before anything that the page shows is read, so that no change falls between that and its listening.
    const known = isStranger
      ? undefined
      : { position: await readLastPosition(previewDeps.database.read), version: moment.version };
    const preview = isStranger ? await findPreview(previewDeps, moment, page, part) : undefined;
    const nonce = randomBytes(18).toString('base64url');
    const shown = { name: settings.sys_name, variant: defaultThemeVariant(settings), moment: known, preview };
    const { frame, end } = read().document(nonce, shown, modules);
    const write = async function* (): AsyncGenerator<string> {
      yield frame;
      // The browser has the frame, and requests its files, while the answers are made.
      await setImmediate();
      const steps = planQueries({ url: page, params, query, isStranger });
      yield* inlineAnswers({ steps, nowMs, answer: createAnswerQueries(call, request, logger) });
      yield end;
    };
    return {
      status,
      headers: {
        'content-security-policy': policyFor(nonce),
        ...(isForSecrets(request.url) ? { 'cross-origin-opener-policy': 'same-origin' } : {}),
        'referrer-policy': 'same-origin',
        'cache-control': 'no-store',
        'content-type': 'text/html; charset=utf-8',
      },
      body: takesAnswers(request) ? write() : frame + end,
    };
  };
}

/**
 * The pages where they are built, else nothing: every address answers as the API does then. All of them lead to the first start until
 * somebody has an account. What no route answers shows a browser a page that helps; below the API, errors are data for everybody.
 */
export function createPages(
  { firstStart, ...deps }: PageDeps,
  previewDeps: PreviewDeps,
): { files: FileRoute[]; pages: PageRoute<Viewer>[] } {
  const folder = findPageFolder();
  if (folder === undefined) return { files: [], pages: [] };
  let files: PageFiles | undefined;
  const read = (): PageFiles => (files ??= readPageFiles(folder));
  const writeDocument = createDocuments(read, deps, previewDeps);
  const handle = async (request: PageRequest<Viewer>): Promise<PageAnswer | undefined> => {
    if (!takesPage(request)) return undefined;
    const url = new URL(request.url, 'http://localhost');
    const isNew = url.pathname !== firstStartUrl && (await firstStart.isOpen());
    const next = isNew ? firstStartUrl : findNewAddress(url.pathname, url.searchParams);
    return next === undefined ? writeDocument(request, 200) : { status: 302, headers: { location: next }, body: '' };
  };
  const handleApi = async (request: PageRequest<Viewer>): Promise<PageAnswer | undefined> =>
    isBrowser(request) ? handle(request) : undefined;
  const handleUnknown = async (request: PageRequest<Viewer>): Promise<PageAnswer | undefined> =>
    isBrowser(request) && !request.url.startsWith(`${apiPrefix}/`) ? writeDocument(request, 404) : undefined;
  return {
    files: [
      { url: '/assets/:name', find: (name) => read().find(name), isPage: true },
      { url: '/favicon.svg', find: () => read().favicon, isPage: true },
      { url: '/robots.txt', find: () => makeFile('text/plain; charset=utf-8', robots) },
    ],
    pages: [
      ...[...pageUrls, ...oldUrls].map((url): PageRoute<Viewer> => ({ url, methods: ['GET'], handle })),
      { url: apiPrefix, methods: ['GET'], handle: handleApi },
      { url: '', methods: ['GET'], handle: handleUnknown },
    ],
  };
}
