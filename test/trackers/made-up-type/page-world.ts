// A server of a copy of the sources with a tracker of two fields, `title` and `rating`, which is of the made-up type.
import { startApp } from '../../support/harness.ts';
import { buildProject, everybody, members } from '../../support/worlds.ts';
import { openVisitsOf } from '../../web/journey.ts';

export async function openPageWorld() {
  const app = await startApp();
  const ann = await app.addUser('ann');
  const all = { read: [everybody], submit: [members], update: [members] };
  const trackers = () => [
    {
      name: 'things',
      permissions: { full: [everybody], admin: [members] },
      title: 'title',
      fields: [
        { name: 'title', type: 'string', ...all },
        { name: 'rating', type: 'made_up', ...all },
      ],
    },
  ];
  const world = await buildProject(app, { name: 'made', members: [ann], admins: [ann], trackers });
  const visits = await openVisitsOf(app);
  const columns = ['title', 'rating'].map((name) => world.field('things', name)).join(',');
  return {
    app,
    visits,
    tracker: world.tracker('things'),
    fieldOf: (name: string): number => world.field('things', name),
    /** Address of the report with both fields as columns. */
    report: `/trackers/${world.tracker('things')}?columns=${encodeURIComponent(columns)}`,
    async close(): Promise<void> {
      await visits.close();
      await app.close();
    },
  };
}
