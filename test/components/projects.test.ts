// Projects: the list and its filters, a home with its side bar, making one, what is closed.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createJobRunner } from '../../src/platform/jobs/index.ts';
import type { JobRunner } from '../../src/platform/jobs/index.ts';
import { assertAccessible, openWorld } from './world.ts';
import type { World } from './world.ts';

let world: World;
let runner: JobRunner;
before(async () => {
  world = await openWorld("$mail_transport = 'capture';\n");
  const { database, logger, features } = world.app.app;
  runner = createJobRunner({
    database,
    clock: { nowMs: () => Date.now() },
    logger,
    handlers: features.jobHandlers.filter(({ name }) => name === 'project-from-archive'),
    schedules: [],
  });
  runner.start();
  await world.app.app.features.projects.change('harbor-kanban', { access: 'private' });
});
after(async () => {
  await runner.stop(0);
  await world.close();
});

describe('projects', () => {
  it('that are suspended say so at the addresses of their artifacts', async (context) => {
    const { projects } = world.app.app.features;
    await projects.change('meadow-scrum', { status: 'suspended' });
    const page = await world.visit(context, { as: 'bruno', locale: 'fr-FR', expected: /403/ });
    await page.goto('/artifacts/17');
    await page.getByText('ce projet est suspendu').waitFor();
    await assertAccessible(page);
    assert.equal(await page.getByRole('button', { name: 'Envoyer la demande' }).count(), 0);
    await projects.change('meadow-scrum', { status: 'active' });
  });

  it('lead strangers to the sign-in and back, and say to others what to do', async (context) => {
    const anonymous = await world.visit(context, { expected: /404/ });
    await anonymous.goto('/projects/harbor-kanban');
    await anonymous.waitForURL((url) => url.pathname === '/sign-in' && url.search.includes('harbor-kanban'));
    await world.app.addUser('stig');
    const stig = await world.visit(context, { as: 'stig', width: 390, expected: /404/ });
    await stig.goto('/projects/harbor-kanban');
    await stig.getByRole('heading', { name: 'Page not found or no access' }).waitFor();
    await assertAccessible(stig);
  });

  it('that are open can be joined, too, and say when somebody was refused', async (context) => {
    await world.app.addUser('bo', { realName: 'Bo' });
    const bo = await world.visit(context, { as: 'bo' });
    await bo.goto('/projects/meadow-scrum/overview');
    await bo.getByRole('button', { name: 'Send the request' }).click();
    await bo.getByText('nobody has answered yet').waitFor();
    const ana = await world.visit(context, { as: 'ana' });
    await ana.goto('/projects/meadow-scrum#join-requests');
    await ana.waitForURL('**/projects/meadow-scrum/overview#join-requests');
    await ana.getByRole('button', { name: /^Refuse Bo/ }).click();
    await ana.getByText(/was refused, and is told so/).waitFor();
    await bo.reload();
    await bo.getByText('Your request was not accepted').waitFor();
    await assertAccessible(bo);
  });
});
