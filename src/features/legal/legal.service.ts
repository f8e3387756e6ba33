// What a site asks of people and promises to them: terms of use, and how it treats what it knows of them.
import type { Static } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import { renderAll } from '../../platform/markup/index.ts';
import type { MarkupRenderer, MarkupText } from '../../platform/markup/index.ts';
import { formatIso } from '../../platform/texts/dates.ts';
import { recordAudit } from '../audit/index.ts';
import { actorOf, requireKnownSiteAdmin } from '../people/index.ts';
import type { Caller } from '../people/index.ts';
import type { LegalName, LegalText } from './legal.schema.ts';
import * as store from './legal.store.ts';

type Name = Static<typeof LegalName>;

export interface LegalTexts {
  /** Those that the site has. */
  listNames(): Promise<Name[]>;
  /** Empty where the site has none. Throws unavailable where very many texts wait to be rendered. */
  read(name: Name): Promise<Static<typeof LegalText>>;
  /** Markdown; empty takes the text away. Throws unauthenticated, and forbidden for who is no site administrator. */
  save(caller: Caller, name: Name, content: string): Promise<void>;
}

interface Deps {
  database: Database;
  clock: Clock;
  markup: MarkupRenderer;
}

export const createLegalTexts = ({ database, clock, markup }: Deps): LegalTexts => ({
  listNames: () => store.listNames(database.read),
  async read(name) {
    const row = await store.findText(database.read, name);
    const text: MarkupText = { content: row?.content ?? '', format: 'commonmark' };
    const rendered = await renderAll(markup, [text]);
    const changed = row === undefined ? null : formatIso(row.changed_at_ms);
    return { name, content: text.content, html: rendered.html(text), changed_at: changed };
  },
  async save(caller, name, content) {
    requireKnownSiteAdmin(caller, 'change the legal texts of the site');
    await database.transact(async (tx) => {
      if (content.trim() === '') await store.deleteText(tx, name);
      else await store.saveText(tx, { name, content, changed_at_ms: clock.nowMs() });
      const details = { name: `legal text ${name}`, characters: content.length };
      await recordAudit(tx, clock, { kind: 'setting-changed', by: actorOf(caller), details });
    });
  },
});
