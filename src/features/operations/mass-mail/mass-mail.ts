// A mail of an administrator to many people: queued in portions, so that no transaction is long.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import { conflict, invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { enqueueJob, handleJob } from '../../../platform/jobs/index.ts';
import type { JobHandler, JobType } from '../../../platform/jobs/index.ts';
import { isMailAddress, queueMail, queueMails } from '../../../platform/mail/index.ts';
import { recordAudit } from '../../audit/index.ts';
import { actorOf, requireUser } from '../../people/index.ts';
import type { Caller } from '../../people/index.ts';
import { audiences, countPeople, listPeople } from './mass-mail.store.ts';

/** Characters of one subject; more are answered 400. */
const subjectMax = 200;
/** Characters of one text; more are answered 400. */
const textMax = 20_000;

export const MassMail = Type.Object({
  subject: Type.String({ maxLength: subjectMax }),
  text: Type.String({ maxLength: textMax }),
  to: Type.Enum(audiences),
  mode: Type.Enum(['count', 'trial', 'send'] as const, {
    description: 'count: tell how many people it would go to; trial: send it to yourself alone; send: to all of them.',
  }),
});

const Payload = Type.Object({
  subject: Type.String(),
  text: Type.String(),
  to: Type.Enum(audiences),
  afterId: Type.Integer(),
});
const job: JobType<typeof Payload> = { name: 'mass-mail', payload: Payload };

/** Mails that one transaction queues. */
const peopleAtOnce = 100;
const headers = { 'Auto-Submitted': 'auto-generated', Precedence: 'bulk', 'X-Auto-Response-Suppress': 'All' };

export interface MassMails {
  /** How many people it goes to. Throws invalid for a mail without words, conflict where none can be sent. */
  send(caller: Caller, mail: Static<typeof MassMail>): Promise<number>;
  handler: JobHandler;
}

export const createMassMails = (database: Database, clock: Clock): MassMails => ({
  async send(caller, { subject, text, to, mode }) {
    const count = await countPeople(database.read, to);
    if (mode === 'count') return count;
    for (const [name, value] of Object.entries({ subject, text }))
      if (value.trim() === '') throw invalid(says('mass-mail.empty')`is empty`, name);
    if (/[\r\n]/.test(subject)) throw invalid(says('mass-mail.line')`must be a single line`, 'subject');
    if (caller.site.settings.mail_transport === 'none')
      throw conflict(says('mass-mail.off')`mail is turned off (mail_transport is none)`);
    const { email } = requireUser(caller);
    const order = { nowMs: clock.nowMs() };
    await database.transact(async (tx) => {
      if (mode === 'trial') return queueMail(tx, { to: email, subject, text, headers }, order);
      await enqueueJob(tx, job, { subject, text, to, afterId: 0 }, order);
      const details = { subject, to, people: count };
      await recordAudit(tx, clock, { kind: 'mass-mail-sent', by: actorOf(caller), details });
    });
    return mode === 'trial' ? 1 : count;
  },
  handler: handleJob(job, async ({ subject, text, to, afterId }, attempt) => {
    const people = await listPeople(database.read, to, { afterId, limit: peopleAtOnce });
    const mails = people
      .filter(({ email }) => isMailAddress(email))
      .map(({ email }) => ({ to: email, subject, text, headers }));
    const last = people.at(-1);
    await database.transact(async (tx) => {
      const order = { nowMs: clock.nowMs() };
      await queueMails(tx, mails, order);
      if (last !== undefined) await enqueueJob(tx, job, { subject, text, to, afterId: last.id }, order);
      await attempt.finish(tx);
    });
  }),
});
