// Where whole columns of keys come from, for fields whose keys only the tracker's own artifacts decide.
import { fieldTypeOf } from '../../../trackers/index.ts';
import type { Definition, Field } from '../../../trackers/index.ts';
import type { Viewer } from '../../../projects/index.ts';
import type { RelationDeps } from '../../rendering/relations.ts';
import { ownerOfField } from '../../artifact/search-texts.ts';
import type { Block } from '../engine/blocks.store.ts';
import type { ColumnSource } from './column-cache.ts';
import { addIds } from '../engine/set-reads.store.ts';
import { namesOf, placesOf, textStart } from './sort-keys.ts';
import type { ReadKeys } from './sort-keys.ts';
import * as store from './sort-keys.store.ts';
import { stepThrough } from '../engine/steps.ts';
import type { Deadline } from '../engine/steps.ts';
import type { TrackerBlocks } from '../engine/tracker-blocks.ts';

type Numbers = Extract<ColumnSource, { kind: 'numbers' }>;
type Texts = Extract<ColumnSource, { kind: 'texts' }>;

/** What it takes to read a text, and all numbers of an artifact, beside a condition. */
const textCost = { times: 2 };
const numbersCost = { times: 2 };

interface Asked {
  deps: RelationDeps;
  viewer: Viewer;
  tracker: Definition;
  field: Field;
  /** Of the field. */
  readKeys: ReadKeys;
}

/** undefined where more than the tracker's artifacts decide, or where what each viewer may know does. */
export function sourceOf(asked: Asked): ColumnSource | undefined {
  const { viewer, field } = asked;
  const ofSite = `at ${viewer.site.version}`;
  switch (fieldTypeOf(field.type).search) {
    case 'text':
      return ofTexts(asked);
    case 'integer':
    case 'number':
    case 'date':
      return numbersOf(asked, `numbers ${field.id}`, (key) => key);
    case 'list':
    case 'open-list':
      if (field.settings.bind?.kind === 'users') return ofPeople(asked, `people ${field.id} ${ofSite}`);
      return numbersOf(asked, `places ${field.id} ${ofSite}`, placesOf(field));
    case 'artifact-id':
      return ofIds(asked);
    case 'artifact-number':
      return ofOwn(asked, 'number');
    case 'submitted-on':
      return ofOwn(asked, 'submitted_at_ms');
    case 'updated-on':
      return ofOwn(asked, 'updated_at_ms');
    case 'submitted-by':
      return ofOwnPeople(asked, 'submitted_by');
    case 'updated-by':
      return ofOwnPeople(asked, 'updated_by');
    default:
      return undefined;
  }
}

function putKnown<K>(put: (id: number, key: K) => void, id: number, key: K | undefined): void {
  if (key !== undefined) put(id, key);
}

function ofTexts({ deps, field, readKeys }: Asked): Texts {
  const owner = ownerOfField(field.id);
  return {
    kind: 'texts',
    name: `text ${field.id}`,
    async readBlocks(blocks, _of, deadline, put) {
      for await (const range of stepThrough(blocks, deadline, textCost))
        for (const row of await store.listTextStartsInRange(deps.db, owner, range, textStart))
          put(row.artifact_id, row.text);
    },
    readFew: fewTexts(readKeys),
  };
}

/** Numbers that `keyOf` makes of the field's; undefined: none. */
function numbersOf(
  { deps, field, readKeys }: Asked,
  name: string,
  keyOf: (key: number) => number | undefined,
): Numbers {
  return {
    kind: 'numbers',
    name,
    async readBlocks(blocks, of, deadline, put) {
      for await (const groups of readGroups(deps, field, blocks, of, deadline))
        for (const { key, ids } of groups) {
          const known = keyOf(key);
          if (known !== undefined) addIds(ids, (id) => put(id, known));
        }
    },
    readFew: fewNumbers(readKeys),
  };
}

function ofPeople({ deps, viewer, field, readKeys }: Asked, name: string): Texts {
  return {
    kind: 'texts',
    name,
    async readBlocks(blocks, of, deadline, put) {
      for await (const groups of readGroups(deps, field, blocks, of, deadline)) {
        const names = await namesOf(deps, viewer, new Set(groups.map(({ key }) => key)));
        for (const { key, ids } of groups) addIds(ids, (id) => putKnown(put, id, names.get(key)));
      }
    },
    readFew: fewTexts(readKeys),
  };
}

const ofIds = (asked: Asked): Numbers => ({
  ...numbersOf(asked, 'ids', (key) => key),
  async readBlocks(blocks, _of, _deadline, put) {
    for (const { start, end } of blocks) for (let id = start; id < end; id += 1) put(id, id);
  },
});

/** As the row has it, whoever may know of its last change. */
function ofOwn({ deps, tracker }: Asked, column: 'number' | 'submitted_at_ms' | 'updated_at_ms'): Numbers {
  return {
    kind: 'numbers',
    name: `${column} of ${tracker.id}`,
    async readBlocks(blocks, _of, deadline, put) {
      for await (const range of stepThrough(blocks, deadline, numbersCost))
        for (const row of await store.listOwnInRange(deps.db, tracker.id, column, range)) put(row.artifact_id, row.key);
    },
    async readFew(ids, put) {
      for (const row of await store.listOwn(deps.db, column, ids)) put(row.artifact_id, row.key);
    },
  };
}

function ofOwnPeople({ deps, viewer, tracker }: Asked, column: 'submitted_by' | 'updated_by'): Texts {
  const putNames = async (rows: readonly store.OwnNumber[], put: (id: number, name: string) => void): Promise<void> => {
    const names = await namesOf(deps, viewer, new Set(rows.map(({ key }) => key)));
    for (const { artifact_id: id, key } of rows) putKnown(put, id, names.get(key));
  };
  return {
    kind: 'texts',
    name: `${column} of ${tracker.id} at ${viewer.site.version}`,
    async readBlocks(blocks, _of, deadline, put) {
      for await (const range of stepThrough(blocks, deadline, numbersCost))
        await putNames(await store.listOwnInRange(deps.db, tracker.id, column, range), put);
    },
    async readFew(ids, put) {
      await putNames(await store.listOwn(deps.db, column, ids), put);
    },
  };
}

/** Numbers of the field: all along their index, unless most blocks are known. */
async function* readGroups(
  { db }: RelationDeps,
  field: Field,
  changed: readonly Block[],
  { numbers }: TrackerBlocks,
  deadline: Deadline,
): AsyncGenerator<store.KeyGroup[], void> {
  if (changed.length > numbers.length / 2) yield* store.listAllKeys(db, field.id, deadline);
  else
    for await (const range of stepThrough(changed, deadline, numbersCost))
      yield await store.listKeysInRange(db, field.id, range);
}

const fewNumbers =
  (readKeys: ReadKeys): Numbers['readFew'] =>
  async (ids, put) => {
    for (const [id, key] of await readKeys(ids)) if (typeof key === 'number') put(id, key);
  };

const fewTexts =
  (readKeys: ReadKeys): Texts['readFew'] =>
  async (ids, put) => {
    for (const [id, key] of await readKeys(ids)) if (typeof key === 'string') put(id, key);
  };
