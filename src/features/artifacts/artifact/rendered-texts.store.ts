// Reads and writes HTML that was made of texts of artifacts.
import { sql } from 'kysely';
import { prepareList, prepareWrite } from '../../../platform/database/index.ts';
import type { Param } from '../../../platform/database/index.ts';
import './artifacts.tables.ts';

export const listRenderedTexts = prepareList((db, isOneOf) =>
  db.selectFrom('rendered_texts').select(['key', 'version', 'html']).where(isOneOf('key')),
);

/** Adds it, or puts it in the place of what another version made; nothing where the artifact is gone. */
export const saveRenderedText = prepareWrite(
  (tx, arg: Param<{ artifactId: number; key: string; version: number; html: string }>) =>
    tx
      .insertInto('rendered_texts')
      .columns(['artifact_id', 'key', 'version', 'html'])
      .expression((eb) =>
        eb
          .selectFrom('artifacts')
          .select([
            'artifacts.id',
            sql<string>`${arg('key')}`.as('key'),
            sql<number>`${arg('version')}`.as('version'),
            sql<string>`${arg('html')}`.as('html'),
          ])
          .where('artifacts.id', '=', arg('artifactId')),
      )
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet((eb) => ({ version: eb.ref('excluded.version'), html: eb.ref('excluded.html') })),
      ),
);
