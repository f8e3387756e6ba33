// A site that takes mail, for tests: the scrum sample, its addresses, and what became of messages.
import { until } from '../../src/platform/concurrency/until.testing.ts';
import type { Clock } from '../../src/platform/clock.ts';
import { replyAddressOf } from '../../src/platform/mail/reply-address.ts';
import { at, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { listAt, sampleFolder } from '../support/scenario.ts';

export const domain = 'forge.example.com';

export interface Settled {
  id: number;
  status: string;
  reason: string | null;
  artifact: number | null;
  changeset: number | null;
  /** Of the changeset. */
  comment: string | undefined;
  answered: boolean;
}

export interface MailSite {
  test: TestApp;
  replyAddress(username: string, artifactId: number): Promise<string>;
  userId(username: string): Promise<number>;
  tracker(label: string): Promise<number>;
  field(tracker: string, name: string): Promise<number>;
  /** Secret that addresses are signed with. */
  secret(): Promise<string>;
  /** Stores the message as the listener does. */
  store(raw: string | Uint8Array, recipients: string | readonly string[], envelopeFrom?: string): Promise<void>;
  /** The same, and gives what became of it, oldest first, once all are settled. */
  receive(raw: string | Uint8Array, recipients: string | readonly string[], envelopeFrom?: string): Promise<Settled[]>;
  /** Waits until nothing waits any more; gives everything after the message `afterId`, oldest first. */
  settle(afterId?: number): Promise<Settled[]>;
}

export const mailSettings = `$sys_enable_reply_by_mail = 1;\n$sys_default_mail_domain = '${domain}';\n`;

export async function openMailSite(lines = '', clock?: Clock): Promise<MailSite> {
  const test = await startApp({
    archives: [sampleFolder('scrum')],
    settings: `${mailSettings}${lines}`,
    ...(clock === undefined ? {} : { clock }),
  });
  return mailSiteOf(test);
}

/** The same on an app that has been started. */
export async function mailSiteOf(test: TestApp): Promise<MailSite> {
  const { app } = test;
  const secret = (
    await app.database.read
      .selectFrom('settings')
      .select('value')
      .where('name', '=', 'entity_tag_key')
      .executeTakeFirstOrThrow()
  ).value;
  const ids = new Map<string, number>();
  const userId = async (username: string): Promise<number> => {
    const known = ids.get(username) ?? (await app.features.people.findByIdentifier(username))?.id ?? 0;
    ids.set(username, known);
    return known;
  };
  const trackers = listAt((await test.call('/api/projects/101/trackers?limit=50', { as: 'root' })).json);
  const find = (list: readonly unknown[], key: string, name: string): unknown =>
    list.find((item) => at(item, key) === name);
  const settle = async (afterId = 0): Promise<Settled[]> => {
    app.jobs.start();
    const { read } = app.database;
    const isWaiting = async (): Promise<boolean> =>
      (await app.features.mail.messages.listAll({ status: 'waiting' }, { limit: 1, offset: 0 })).size > 0;
    await until(async () => {
      const failed = await read
        .selectFrom('jobs')
        .select('last_error')
        .where('last_error', 'is not', null)
        .executeTakeFirst();
      if (failed !== undefined) throw new Error(`a job failed: ${failed.last_error}`);
      return !(await isWaiting());
    });
    await app.jobs.stop(10_000);
    const rows = await read.selectFrom('mail_messages').selectAll().where('id', '>', afterId).orderBy('id').execute();
    return Promise.all(
      rows.map(async (row) => ({
        id: row.id,
        status: row.status,
        reason: row.reason,
        artifact: row.artifact_id,
        changeset: row.changeset_id,
        comment: (
          await read
            .selectFrom('comments')
            .select('body')
            .where('changeset_id', '=', row.changeset_id ?? -1)
            .executeTakeFirst()
        )?.body,
        answered: row.answered_at_ms !== null,
      })),
    );
  };
  const store: MailSite['store'] = (raw, recipients, envelopeFrom = 'someone@example.org') =>
    app.features.mail.arrivals.store({
      door: 'listener',
      envelopeFrom,
      recipients: [recipients].flat(),
      raw: typeof raw === 'string' ? Buffer.from(raw) : raw,
    });
  return {
    test,
    secret: async () => secret,
    store,
    userId,
    replyAddress: async (username, artifactId) =>
      replyAddressOf(secret, { artifactId, userId: await userId(username) }, domain),
    tracker: async (label) => Number(at(find(trackers, 'label', label), 'id')),
    field: async (tracker, name) =>
      Number(at(find(listAt(find(trackers, 'label', tracker), 'fields'), 'name', name), 'field_id')),
    settle,
    async receive(raw, recipients, envelopeFrom) {
      const last = await app.features.mail.messages.listAll({}, { limit: 1, offset: 0 });
      await store(raw, recipients, envelopeFrom);
      return settle(last.rows[0]?.id);
    },
  };
}
