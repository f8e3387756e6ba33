// Full-text search as a condition: artifacts of a tracker by the texts that have the terms, in no order. Where the index of words says
// in which artifacts all words stand somewhere, that of texts says where those of a phrase stand together; it is as new as the texts are.
import { findInBatches } from '../../platform/database/index.ts';
import type { Artifacts, PassageTest } from '../artifacts/index.ts';
import { fieldTypeOf, mayField } from '../trackers/index.ts';
import type { Definition } from '../trackers/index.ts';
import { idsOf } from './documents/documents.ts';
import * as store from './documents/search.store.ts';
import { candidatesAtOnce, endOfKeys, judge, scopeQuery } from './finding.ts';
import type { Search } from './finding.ts';
import { compileGroups, compileTerm, queryWords } from './words/matcher.ts';
import type { FindForms } from './words/matcher.ts';
import type { QueryTerm, QueryGroup } from './words/search-query.ts';
import { bareText, escapedLetters, writtenAlike } from './words/words.ts';

export interface PassageSearch extends Search {
  artifacts: Pick<Artifacts, 'passages'>;
  tracker: Definition;
  /** Names the parameter that holds the words, for messages. */
  path: string;
}

/** Ids of all artifacts that match, also such as are hidden from the viewer; undefined where no index of texts finds the words. Throws invalid where it takes too long. */
export async function findByPassages(search: PassageSearch): Promise<Set<number> | undefined> {
  const found = new Set<number>();
  for (const group of search.query) {
    const ids = await findGroup(search, group);
    if (ids === undefined) return undefined;
    for (const id of ids) found.add(id);
  }
  const { fields } = search.tracker;
  const mayHaveContents = fields.some(
    (field) => fieldTypeOf(field.type).search === 'files' && mayField(search.viewer, search.tracker, field, 'read'),
  );
  if (mayHaveContents) await judgeContents(search, found);
  return found;
}

async function findGroup(search: PassageSearch, { terms, excluded }: QueryGroup): Promise<Set<number> | undefined> {
  const { artifacts, viewer, tracker, path, findForms } = search;
  const find = (term: QueryTerm) => artifacts.passages.find(viewer, tracker, testOf(term, findForms), path);
  let found: Set<number> | undefined;
  for (const term of terms) {
    const ids = await find(term);
    if (ids === undefined) return undefined;
    found = found?.intersection(ids) ?? ids;
  }
  for (const term of excluded) {
    const ids = await find(term);
    if (ids === undefined) return undefined;
    found = found?.difference(ids);
  }
  return found;
}

function testOf(term: QueryTerm, findForms: FindForms): PassageTest {
  const { leads, count } = compileTerm(term, findForms);
  const forms = term.words.map((word) => [word.isUnspaced, ...findForms(word, term)]);
  return {
    name: JSON.stringify([term.isPrefix, forms]),
    needles: [leads.map(writtenAlike), ...escapedLetters.map((letters) => [letters])],
    passes: (text) => count(bareText(text)) > 0,
  };
}

/** Adds what matches by the texts of attachments as well, and takes away what does not by them. */
async function judgeContents(search: PassageSearch, found: Set<number>): Promise<void> {
  const { database, kinds, viewer, scope, query, findForms } = search;
  const db = database.readSlow;
  const groups = compileGroups(query, findForms);
  const scoped = await scopeQuery(search, queryWords(query, findForms));
  if (scoped === undefined) return;
  for await (const keys of findInBatches(db, scoped, await endOfKeys(search), candidatesAtOnce))
    for (const kind of kinds) {
      const rows = await store.listWithFileTexts(db, idsOf(kind, keys));
      const ids = rows.flatMap((row) => row.artifact_id ?? []);
      for await (const known of kind.readKnown(viewer, ids, scope))
        for (const document of known)
          if ((await judge(kind, groups, document)) === undefined) found.delete(document.id);
          else found.add(document.id);
    }
}
