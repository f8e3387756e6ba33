// The job that makes a project of an uploaded archive, and tells by mail what became of it.
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BlobStore } from '../../platform/blobs/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Writer } from '../../platform/database/index.ts';
import { DomainError } from '../../platform/errors.ts';
import { withScratch } from '../../platform/files/scratch.ts';
import { handleJob } from '../../platform/jobs/index.ts';
import type { Attempt, JobHandler } from '../../platform/jobs/index.ts';
import { isMailAddress, queueMail } from '../../platform/mail/index.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import { reword, says, textOf, messageAndI18n } from '../../platform/texts/said.ts';
import type { Said } from '../../platform/texts/said.ts';
import { publicUrl } from '../../settings/index.ts';
import type { Settings } from '../../settings/index.ts';
import { describeRest, importArchive, loadArchiveTemplate } from '../archive/index.ts';
import type { ArchivePart, NewProjectFacts } from '../archive/index.ts';
import { dropFiles, findFile, openBytes } from '../attachments/index.ts';
import { isUsableAccount, listUsersByIds } from '../people/index.ts';
import type { UserRow } from '../people/index.ts';
import { projectWrites } from '../projects/index.ts';
import type { SiteService } from '../site/index.ts';
import { siteRoom } from '../storage/index.ts';
import { composeArchiveMail } from './archive-mail.ts';
import type { ArchiveNews } from './archive-mail.ts';
import { makeProject, saveDescription } from './project-making.ts';
import { projectFromUpload, readWish } from './project-uploads.ts';
import * as store from './registration.store.ts';
import type { ProjectUploadRow } from './registration.store.ts';
import { accessOf } from './wish.ts';
import type { Wish } from './wish.ts';

interface Deps {
  database: Database;
  clock: Clock;
  blobs: BlobStore;
  logger: Logger;
  dataDir: string;
  site: SiteService;
  archiveParts: readonly ArchivePart[];
}

/** Attempts with one upload; after the last its owner is told that it failed. */
const attemptsMax = 3;
/** Entries of what was left out that an end of an upload keeps; the mail has all. */
const leftMax = 200;
/** Ends of uploads that are kept of each person. */
const endsMax = 50;

interface Work {
  upload: ProjectUploadRow;
  user: UserRow;
  wish: Wish;
  settings: Settings;
  attempt: Attempt;
}

export const createProjectFromUpload = (deps: Deps): JobHandler =>
  handleJob(
    projectFromUpload,
    async ({ fileId }, attempt) => {
      const { database, logger, site } = deps;
      const upload = await store.findProjectUpload(database.read, fileId);
      const [user] = upload === undefined ? [] : await listUsersByIds(database.read, [upload.user_id]);
      if (upload === undefined || user === undefined) return;
      const { settings } = await site.current();
      const work = { upload, user, wish: readWish(upload.wish_json, `upload ${fileId}`), settings, attempt };
      try {
        await buildProject(deps, work);
      } catch (error) {
        const isRefusal = error instanceof DomainError && error.kind !== 'unavailable';
        if (!isRefusal && attempt.number < attemptsMax) throw error;
        if (!isRefusal) logger.error({ err: error, fileId }, 'an archive could not be made a project');
        const reason = isRefusal ? error.sentence : says('upload.log')`see the server log for the reason`;
        await database.transact((tx) => settle(deps, tx, work, { kind: 'failed', reason }));
      }
    },
    attemptsMax,
  );

/** Forgets the upload and tells its owner; with it the job is done. */
async function settle(
  { clock }: Deps,
  tx: Writer,
  { upload, user, wish, settings, attempt }: Work,
  news: ArchiveNews,
): Promise<void> {
  const nowMs = clock.nowMs();
  await dropFiles(tx, [upload.file_id], nowMs);
  const left = news.kind === 'done' ? news.left : [];
  const sentences = news.kind === 'done' ? left.slice(0, leftMax) : [news.reason];
  const end = {
    project_id: upload.project_id,
    user_id: user.id,
    unix_name: upload.unix_name,
    label: wish.label.trim(),
    file_name: wish.from_archive?.file_name ?? '',
    size_bytes: wish.from_archive?.file_size ?? 0,
    is_made: news.kind === 'done' ? 1 : 0,
    left_json: JSON.stringify(sentences.map(messageAndI18n)),
    left_count: left.length,
    reason: news.kind === 'failed' ? textOf(news.reason) : null,
  };
  await store.insertProjectUploadEnd(tx, end, endsMax);
  const facts = {
    label: wish.label.trim(),
    url: `${publicUrl(settings)}/projects/${encodeURIComponent(wish.shortname)}`,
  };
  if (isMailAddress(user.email))
    await queueMail(tx, composeArchiveMail(news, { to: user.email, ...facts }, user.locale ?? settings.sys_lang), {
      nowMs,
    });
  await attempt.finish(tx);
}

/** Site administrators get all that the archive holds, everybody else its structure: history and accounts are not theirs to write. */
async function buildProject(deps: Deps, work: Work): Promise<void> {
  const { database, clock, blobs, dataDir, archiveParts } = deps;
  const { upload, user, wish } = work;
  if (!isUsableAccount(user))
    throw new DomainError('forbidden', says('account.no-more')`the account is no longer active`);
  const facts: NewProjectFacts = {
    id: upload.project_id,
    unixName: wish.shortname,
    fullName: wish.label.trim(),
    description: wish.description ?? '',
    access: accessOf(wish),
    status: upload.status,
    icon: '',
  };
  const by = { userId: user.id, name: user.username, address: null };
  const complete = async (tx: Writer, left: readonly (string | Said)[]): Promise<void> => {
    await saveDescription(tx, upload.project_id, wish);
    await settle(deps, tx, work, { kind: 'done', left, isPending: upload.status === 'pending' });
  };
  await withScratch(dataDir, async (folder) => {
    const path = join(folder, 'archive.zip');
    const openFields = wish.from_archive?.open_fields;
    await copyUpload(deps, upload.file_id, path);
    try {
      if (upload.is_whole === 1 && user.is_site_admin === 1) {
        const into = {
          facts,
          by,
          async complete(tx: Writer, report: Parameters<typeof describeRest>[0]) {
            await projectWrites.saveOwner(tx, upload.project_id, user.id);
            await complete(tx, describeRest(report));
          },
        };
        const mode = { automap: 'S' } as const;
        const room = siteRoom(work.settings);
        const how = { path, as: user.username, mode, into, room, openFields };
        await importArchive({ database, clock, blobs, parts: archiveParts }, how);
        return;
      }
      const { template, left } = await loadArchiveTemplate(path, archiveParts, openFields);
      await database.transact(async (tx) => {
        await makeProject(tx, clock, { facts, template, adminId: user.id, by, check: async () => undefined });
        await complete(tx, left);
      });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const name = wish.from_archive?.file_name ?? 'archive.zip';
      const hide = (text: string): string => text.replaceAll(path, () => name);
      const { kind, sentence } = error;
      throw new DomainError(kind, typeof sentence === 'string' ? hide(sentence) : reword(sentence, hide));
    }
  });
}

async function copyUpload({ database, blobs }: Deps, fileId: number, path: string): Promise<void> {
  const file = await findFile(database.read, fileId);
  if (file === undefined) throw new DomainError('not-found', says('upload.gone')`the upload no longer exists`);
  const { sizeBytes, read } = await openBytes(database.read, blobs, file);
  await pipeline(
    Readable.from(read({ start: 0, end: sizeBytes })),
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
  );
}
