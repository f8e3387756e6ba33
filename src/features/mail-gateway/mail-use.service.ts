// The job that makes what it can of a stored message. Either its change and what is told of it are committed together, or the
// reason why there is none.
import { says } from '../../platform/texts/said.ts';
import type { Said } from '../../platform/texts/said.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Writer } from '../../platform/database/index.ts';
import { DomainError } from '../../platform/errors.ts';
import { handleJob } from '../../platform/jobs/index.ts';
import type { Attempt, JobHandler } from '../../platform/jobs/index.ts';
import { mailDomainOf, readMessageIds } from '../../platform/mail/index.ts';
import { VersionConflictError } from '../../platform/version-conflict.ts';
import type { Viewer } from '../projects/index.ts';
import type { Site, SiteService } from '../site/index.ts';
import { answerRefusal } from './answers.ts';
import { useMail } from './arrivals.service.ts';
import { findAutomatic } from './messages/automatic-mail.ts';
import { readDestination } from './destination.ts';
import type { Destination } from './destination.ts';
import * as store from './mail-gateway.store.ts';
import type { MailRow } from './mail-gateway.store.ts';
import { commentByMail, createByMail } from './mail-changes.ts';
import type { ChangeDeps } from './mail-changes.ts';
import { ignored, MailRefusal, refused, refusedSilently } from './messages/mail-refusal.ts';
import { reasonColumns } from './reason-columns.ts';
import { readMessage } from './messages/read-message.ts';
import type { ParsedMessage } from './messages/read-message.ts';
import { loadBelievedSender, loadProvenSender } from './messages/sender.ts';
import type { SenderDeps } from './messages/sender.ts';
import { truncate } from '../../platform/texts/shorten.ts';

export interface MailUseDeps extends ChangeDeps, Omit<SenderDeps, 'db'> {
  database: Database;
  clock: Clock;
  site: SiteService;
  /** Secret of the install, which addresses are signed with. */
  secret: string;
}

/** What is known of a message so far. */
type Known = Partial<Pick<MailRow, 'from_address' | 'subject' | 'authentication' | 'user_id'>>;

/** One attempt at one message. */
interface Use {
  mail: MailRow;
  known: Known;
  viewer: Viewer | undefined;
  /** Its job, which ends in the transaction that settles the message. */
  job: Attempt;
}

/** How often rights may change under an attempt. */
const momentsMax = 5;

export const createMailUse = (deps: MailUseDeps): JobHandler =>
  handleJob(useMail, async ({ mailId }, attempt) => {
    for (let moment = 1; ; moment++) {
      const mail = await store.findMail(deps.database.read, mailId);
      if (mail?.status !== 'waiting') return;
      const use: Use = { mail, known: {}, viewer: undefined, job: attempt };
      try {
        return await applyOrRefuse(deps, use);
      } catch (error) {
        if (!(error instanceof VersionConflictError) || moment === momentsMax) throw error;
      }
    }
  });

async function applyOrRefuse(deps: MailUseDeps, use: Use): Promise<void> {
  try {
    await apply(deps, use);
  } catch (error) {
    const refusal = toRefusal(error);
    if (refusal === undefined) throw error;
    await deps.database.transact(async (tx) => {
      const nowMs = deps.clock.nowMs();
      const isAnswered =
        refusal.isAnswered &&
        use.viewer !== undefined &&
        (await answerRefusal(tx, use.viewer, use.mail, use.known.subject, refusal.message, nowMs));
      await settle(tx, use, {
        status: refusal.status,
        ...reasonColumns(refusal.sentence),
        ...(isAnswered ? { answered_at_ms: nowMs } : {}),
      });
    });
  }
}

/** What a message can do nothing about is tried again: undefined. */
function toRefusal(error: unknown): MailRefusal | undefined {
  if (error instanceof MailRefusal) return error;
  if (!(error instanceof DomainError)) return undefined;
  if (['unavailable', 'rate-limited', 'precondition-failed'].includes(error.kind)) return undefined;
  return refused(error.message === '' ? says('mail.may-not')`you don't have permission to do this` : error.sentence);
}

async function settle(
  tx: Writer,
  { mail, known, viewer, job }: Use,
  change: Parameters<typeof store.updateMail>[3],
): Promise<void> {
  const who = viewer?.user === undefined ? {} : { user_id: viewer.user.id };
  const isSettled = await store.updateMail(tx, mail.id, ['waiting'], { ...known, ...who, ...change });
  if (!isSettled) throw new Error(`message ${mail.id} was used meanwhile`);
  await job.finish(tx);
}

async function apply(deps: MailUseDeps, use: Use): Promise<void> {
  const { mail } = use;
  const site = await deps.site.current();
  if (!site.settings.sys_enable_reply_by_mail)
    throw refusedSilently(says('mail.off')`reply by mail is turned off (sys_enable_reply_by_mail is 0)`);
  if (mail.content_id === null) throw refusedSilently(says('mail.content-gone')`its content is no longer available`);
  const stored = { raw: store.readContent(deps.database.read, mail.content_id), sizeBytes: mail.size_bytes };
  const message = await readMessage(stored, site.settings, use.job.signal);
  use.known = describe(message);
  const domain = mailDomainOf(site.settings);
  const automatic = findAutomatic(message, { envelopeFrom: mail.envelope_from, domain });
  if (automatic !== undefined) throw ignored(automatic);
  const destination = findDestination(deps.secret, domain, mail, message);
  const isOpen = destination.kind !== 'reply';
  use.viewer = isOpen
    ? await loadOpenSender(deps, site, message)
    : await loadProvenSender(senderDeps(deps), site, destination.place.userId);
  const wish = {
    viewer: use.viewer,
    message,
    isOpen,
    finish: (tx: Writer, artifact: { id: number; changeset_id: number }, note: string | Said | null) =>
      settle(tx, use, {
        status: 'done',
        ...reasonColumns(note),
        artifact_id: artifact.id,
        changeset_id: artifact.changeset_id,
      }),
  };
  if (destination.kind === 'tracker') return createByMail(deps, destination.id, wish);
  return commentByMail(deps, destination.kind === 'reply' ? destination.place.artifactId : destination.id, wish);
}

const senderDeps = (deps: MailUseDeps): SenderDeps => ({ ...deps, db: deps.database.read });

async function loadOpenSender(deps: MailUseDeps, site: Site, message: ParsedMessage): Promise<Viewer> {
  if (!site.settings.mail_in_open_addresses)
    throw refusedSilently(says('mail.closed')`mail that creates artifacts is turned off (mail_in_open_addresses is 0)`);
  return loadBelievedSender(senderDeps(deps), site, message);
}

/** Characters of the senders, and of the subject, that are stored; the rest is cut off. */
const textMax = 1000;
/** Characters of the headers about authentication that are stored; the rest is cut off. */
const resultsMax = 8000;

const describe = ({ from, subject, header }: ParsedMessage): Known => ({
  from_address: truncate(from.join(', '), textMax),
  subject: truncate(subject, textMax),
  authentication:
    ['authentication-results', 'received-spf']
      .flatMap((name) => header(name).map((value) => `${name}: ${value}`))
      .join('\n')
      .slice(0, resultsMax) || null,
});

/** Throws MailRefusal where nothing says what the message is about. */
function findDestination(
  secret: string,
  domain: string,
  { recipient }: MailRow,
  { header }: ParsedMessage,
): Exclude<Destination, { kind: 'thread' }> {
  const found = readDestination(secret, domain, recipient);
  if (found === undefined) throw refusedSilently(says('mail.not-ours')`its address was not created by this site`);
  if (found.kind !== 'thread') return found;
  const place = readMessageIds(secret, [...header('in-reply-to'), ...header('references').reverse()].join(' '));
  if (place === undefined)
    throw refusedSilently(says('mail.no-answer')`it is not a reply to a notification of this site`);
  return { kind: 'reply', place };
}
