// What Subversion repositories hold and how it came: folders, logs, differences and files of revisions.
import type { AbsolutePath } from '../../../platform/files/absolute-path.ts';
import type { Static } from 'typebox';
import type { Database } from '../../../platform/database/index.ts';
import { notFound } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { formatIso } from '../../../platform/texts/dates.ts';
import { publicUrl } from '../../../settings/index.ts';
import { listUsersByKeys, networkOf, viewMinimalUser } from '../../people/index.ts';
import { projectRecords } from '../../projects/index.ts';
import type { Page, Viewer } from '../../projects/index.ts';
import { isOnlySvn, listCrossReferences, namesOfRevision, readKeywords } from '../commits/referring.ts';
import type { ReferringTexts } from '../commits/referring.ts';
import { locate } from '../svn/svn-folder.ts';
import type { WideNeeds } from './wide-texts.ts';
import type { SvnProgram, SvnReading } from '../svn/svn-program.ts';
import type { Svn } from '../svn/svn.service.ts';
import type { SvnRow } from '../svn/svn.store.ts';
import type { Slots } from '../transfers/git-slots.ts';
import { viewHunk } from './git-browsing.view.ts';
import { readBeginning, write } from './git-downloads.service.ts';
import type { Asking, Download } from './git-downloads.service.ts';
import * as history from './svn-history.ts';
import type { SvnPlace } from './svn-history.ts';
import type { SvnDifference, SvnFolder, SvnRevisions } from './svn-browsing.schema.ts';
import type { FileLines, SvnChange, SvnRevision } from './svn-output.ts';
import { truncate } from '../../../platform/texts/shorten.ts';

/** Without a revision the newest one is meant. */
export interface SvnWish {
  path: string;
  revision?: number | undefined;
}

export interface SvnDifferenceWish extends Page {
  /** One file or folder alone. */
  path?: string;
  /** What is shown lies in it; for those who may not read the root. */
  folder: string;
}

/** All throw notFound for a repository that the viewer may not read, and for what it does not hold or its rules of access keep from them. */
export interface SvnBrowsing {
  listFolder(
    viewer: Viewer,
    id: number,
    wish: SvnWish,
    page: Page,
  ): Promise<{ body: Static<typeof SvnFolder>; size: number }>;
  /** Newest first; `size` counts no further than one behind the page. */
  listLog(
    viewer: Viewer,
    id: number,
    wish: SvnWish,
    page: Page,
  ): Promise<{ revisions: Static<typeof SvnRevisions>; size: number }>;
  showRevision(
    viewer: Viewer,
    id: number,
    revision: number,
    wish: SvnDifferenceWish,
  ): Promise<Static<typeof SvnDifference>>;
  openFile(viewer: Viewer, id: number, wish: SvnWish, asking: Asking): Promise<Download>;
}

interface Needs {
  database: Database;
  dataDir: AbsolutePath;
  svn: SvnProgram;
  git: WideNeeds['git'];
  repositories: Pick<Svn, 'read'>;
  slots: Slots;
  referring: ReferringTexts;
}

/** Characters of one message; the rest is cut off, and `is_message_cut` says so. */
const messageLengthMax = 10_000;

export function createSvnBrowsing(needs: Needs): SvnBrowsing {
  const { svn, dataDir, repositories } = needs;
  const open = async (viewer: Viewer, id: number): Promise<{ row: SvnRow; reading: SvnReading }> => {
    const row = await repositories.read(viewer, id);
    return { row, reading: await svn.open(locate(dataDir, row.folder), viewer.user?.username) };
  };
  /** Throws notFound for paths that none can be, and for revisions to come. */
  const placeOf = async ({ folder }: SvnReading, { path, revision }: SvnWish): Promise<SvnPlace> => {
    const plain = plainPath(path);
    const youngest = Number(await svn.look(['youngest', folder]));
    if (revision !== undefined && revision > youngest)
      throw notFound(says('svn.no-revision')`there is no revision ${revision}`);
    return { path: plain, revision: revision ?? youngest };
  };
  return {
    async listFolder(viewer, id, wish, page) {
      const { reading } = await open(viewer, id);
      const place = await placeOf(reading, wish);
      const { entries, size } = await history.listFolder(svn, reading, place, page);
      const view = await viewStoredRevisions(
        needs,
        viewer,
        entries.map(({ lastChange }) => lastChange),
      );
      const prefix = place.path === '' ? '' : `${place.path}/`;
      const shown = entries.map(({ name, isFolder, sizeBytes, lastChange }) => ({
        name,
        path: prefix + name,
        type: isFolder ? ('folder' as const) : ('file' as const),
        size: sizeBytes ?? null,
        last_change: view(lastChange),
      }));
      return { body: { ...place, entries: shown }, size };
    },
    async listLog(viewer, id, wish, page) {
      const { row, reading } = await open(viewer, id);
      const place = await placeOf(reading, wish);
      const { revisions, size } = await history.listLog(svn, reading, place, page);
      return { revisions: await viewRevisions(needs, viewer, row, revisions), size };
    },
    async showRevision(viewer, id, revision, { path, folder: wanted, ...page }) {
      const { row, reading } = await open(viewer, id);
      const folder = await placeOf(reading, { path: wanted, revision });
      const { svnRevision, changes: all } = await history.readChanges(svn, reading, folder);
      const only = plainPath(path ?? '');
      const listed = path === undefined ? all : all.filter((change) => change.path === only);
      if (path !== undefined && listed.length === 0)
        throw notFound(says('svn.unchanged')`revision ${revision} did not change "${path}"`);
      const onPage = listed.slice(page.offset, page.offset + page.limit);
      const lines = await history.readLines(svn, reading, folder, { wanted: onPage, all });
      await history.showWideLines(needs, reading, { revision, changes: onPage, lines });
      const [view] = await viewRevisions(needs, viewer, row, [svnRevision]);
      if (view === undefined) throw notFound(says('svn.no-revision')`there is no revision ${revision}`);
      return {
        ...view,
        files_changed: listed.length,
        files: onPage.map((one) => viewChange(one, lines.get(one.path))),
      };
    },
    async openFile(viewer, id, wish, asking) {
      const { row, reading } = await open(viewer, id);
      const place = await placeOf(reading, wish);
      await history.requireFile(svn, reading, place);
      return openFile(needs, { row, reading, place }, { ...asking, account: viewer.user?.id });
    },
  };
}

/** The bytes of a file that the reader may have. */
async function openFile(
  { svn, slots }: Needs,
  { row, reading, place }: { row: SvnRow; reading: SvnReading; place: SvnPlace },
  { address, signal, account }: Asking & { account: number | undefined },
): Promise<Download> {
  const args = [reading.folder, place.path, '-r', String(place.revision)];
  return {
    name: place.path.slice(place.path.lastIndexOf('/') + 1),
    hash: `svn-${row.id}-${place.revision}`,
    sizeBytes: Number(await svn.look(['filesize', ...args])),
    ...(await readBeginning((take) => svn.look(['cat', ...args], { take, outputMaxBytes: Infinity }))),
    async *read() {
      const leave = await slots.enter({ network: networkOf(address), account }, signal);
      try {
        yield* write(await svn.startLook(['cat', ...args]), signal);
      } finally {
        leave();
      }
    },
  };
}

/** Without slashes at its ends. Throws notFound for what is no path. */
function plainPath(path: string): string {
  const parts = path.split('/').filter((part) => part !== '');
  if (parts.some((part) => part === '.' || part === '..' || /\p{Cc}/u.test(part)))
    throw notFound(says('git.no-path')`there is no path "${path}"`);
  return parts.join('/');
}

/** Who made revisions, and when. */
async function viewStoredRevisions({ database }: Needs, viewer: Viewer, revisions: readonly SvnRevision[]) {
  const usernames = [...new Set(revisions.flatMap(({ author }) => author ?? []))];
  const users = await listUsersByKeys(database.read, { usernames, emails: [], ldapIds: [] });
  const known = new Map(users.map((user) => [user.username, user]));
  const baseUrl = publicUrl(viewer.site.settings);
  return ({ revision, author = '', atMs }: SvnRevision) => {
    const user = known.get(author);
    return {
      revision,
      author_name: author,
      author: user === undefined ? null : viewMinimalUser(user, baseUrl),
      date: atMs === undefined ? null : formatIso(atMs),
    };
  };
}

async function viewRevisions(
  needs: Needs,
  viewer: Viewer,
  { project_id: projectId, name }: SvnRow,
  revisions: readonly SvnRevision[],
): Promise<Static<typeof SvnRevisions>> {
  const db = needs.database.read;
  const view = await viewStoredRevisions(needs, viewer, revisions);
  const [project] = await projectRecords.listProjectsByIds(db, [projectId]);
  if (project === undefined) throw new Error(`there is no project ${projectId}`);
  const isOnly = await isOnlySvn(db, projectId, name);
  const messages = revisions.map((one) => truncate(one.message ?? '', messageLengthMax));
  const crossReferences = await listCrossReferences(
    { db, referring: needs.referring },
    viewer,
    await readKeywords(db, project),
    revisions.map(({ revision }, index) => ({
      text: messages[index] ?? '',
      names: namesOfRevision(projectId, name, revision, isOnly),
    })),
  );
  return revisions.map((one, index) => {
    const message = messages[index] ?? '';
    return {
      ...view(one),
      title: message.split('\n', 1)[0] ?? '',
      message,
      is_message_cut: message.length < (one.message ?? '').length,
      cross_references: crossReferences[index] ?? [],
    };
  });
}

function viewChange(change: SvnChange, lines: FileLines | undefined): Static<typeof SvnDifference>['files'][number] {
  const hunks = lines !== undefined && 'hunks' in lines ? lines.hunks : undefined;
  const count = (kind: string): number | null =>
    hunks === undefined ? null : hunks.flatMap((hunk) => hunk.lines).filter((line) => line.kind === kind).length;
  return {
    path: change.path,
    type: change.isFolder ? 'folder' : 'file',
    status: change.status,
    source: change.source ?? null,
    has_other_properties: change.hasOtherProperties,
    lines_added: count('added'),
    lines_removed: count('removed'),
    left_out: lines !== undefined && 'leftOut' in lines ? lines.leftOut : null,
    hunks: (hunks ?? []).map(viewHunk),
  };
}
