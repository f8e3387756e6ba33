// A server that is killed while it hands a mail over: the mail is sent again, with the same Message-ID.
// Engine: SQLite alone (who takes over the jobs of a process that is gone is tested on both in platform/jobs)
// Tier: all, because it starts processes and kills them, one after another.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { cleanUp } from '../../src/platform/database/database.fixture.ts';
import { startSmtpServer } from '../../src/platform/mail/smtp-server.testing.ts';
import { prepareServer } from '../faults/server-process.ts';
import { startApp } from '../support/harness.ts';
import { expectRow } from '../support/scenario.ts';
import { buildProject, everybody, registered } from '../support/worlds.ts';

test('a mail whose sending was killed is sent again', async (context) => {
  let isKilled = false;
  const raws: string[] = [];
  const smtp = await startSmtpServer({
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        raws.push(Buffer.concat(chunks).toString());
        if (isKilled) done();
      });
    },
  });
  cleanUp(context, () => smtp.close());
  const settings = `$mail_transport = 'smtp'; $mail_smtp_host = '127.0.0.1'; $mail_smtp_port = ${smtp.port};
    $mail_smtp_security = 'none'; $mail_digest_window = 0;`;
  const forge = await startApp({ settings });
  cleanUp(context, () => forge.close());
  const { database, dataDir, jobs } = forge.app;
  await forge.addUser('mia');
  const open = { read: [everybody], submit: [registered], update: [registered] };
  const fields = [{ name: 'title', type: 'string', ...open }];
  const world = await buildProject(forge, {
    name: 'post',
    trackers: () => [{ name: 'bug', permissions: { full: [everybody] }, fields, title: 'title' }],
  });

  const server = prepareServer({ dataDir });
  await server.open();
  const values = [{ field_id: world.field('bug', 'title'), value: 'Crash' }];
  const body = { tracker: { id: world.tracker('bug') }, values };
  await expectRow(forge, { method: 'POST', path: '/api/artifacts', as: 'mia', body, status: 201 });
  await until(() => raws.length > 0);
  server.send('SIGKILL');
  await server.ended;
  isKilled = true;

  // As a minute later, when the leases of the process that is gone are over.
  await database.transact((tx) =>
    tx.updateTable('jobs').set({ due_at_ms: 0 }).where('status', '=', 'running').execute(),
  );
  jobs.start();
  cleanUp(context, () => jobs.stop(0));
  const read = (): Promise<{ status: string }[]> => database.read.selectFrom('outbox').select('status').execute();
  await until(async () => (await read()).every(({ status }) => status === 'sent'));
  assert.equal((await read()).length, 1);
  const messageIds = raws.map((raw) => /^Message-ID: (.*)$/m.exec(raw)?.[1]);
  assert.equal(messageIds.length, 2);
  assert.equal(messageIds[0], messageIds[1]);
  assert.match(raws[1] ?? '', /^To: mia@example\.org\r$/m);
});
