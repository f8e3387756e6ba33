// What the loosely typed values of an artifact say, for showing them. Pure.

import { isRecord, listIn, numberIn, textIn } from '../../platform/parse-unknown.ts';
import { isNobody, personNameIn } from '../../platform/names/person-names.ts';
import { fieldIs } from '../fields/index.ts';

/** One chosen value of a list, a person, a file or a linked artifact. */
export interface Part {
  id: number;
  label: string;
  colour?: string | undefined;
  picture?: string | undefined;
  /** Id of the artifact that it leads to. */
  artifactId?: number | undefined;
  /** Address of the file that it is. */
  file?: string | undefined;
}

/** A value as a page shows it. */
export type Shown =
  | { kind: 'markup'; html: string }
  | { kind: 'plain'; text: string }
  | { kind: 'number'; value: number }
  | { kind: 'date'; iso: string; withTime: boolean }
  | { kind: 'parts'; parts: readonly Part[] }
  | { kind: 'nothing' };

function partOf(value: unknown): Part {
  const file = textIn(value, 'html_url');
  return {
    id: numberIn(value, 'id') ?? 0,
    label: textIn(value, 'label') ?? personNameIn(value) ?? textIn(value, 'name') ?? '',
    colour: textIn(value, 'tlp_color') ?? undefined,
    picture: textIn(value, 'avatar_url'),
    file,
  };
}

function linkOf(value: unknown): Part {
  const id = numberIn(value, 'id') ?? 0;
  const tracker = isRecord(value) ? value['tracker'] : undefined;
  return { id, label: `${textIn(tracker, 'label') ?? ''} #${id}`, colour: textIn(tracker, 'color'), artifactId: id };
}

const parts = (found: readonly Part[]): Shown =>
  found.length === 0 ? { kind: 'nothing' } : { kind: 'parts', parts: found };

/** How a value of GET /artifacts/:id is shown. */
export function readShown(value: { type: string } & Record<string, unknown>): Shown {
  if (fieldIs.links(value)) return parts([...listIn(value, 'links'), ...listIn(value, 'reverse_links')].map(linkOf));
  if (fieldIs.files(value)) return parts(listIn(value, 'file_descriptions').map(partOf));
  // Open lists have theirs under a name of their own.
  const list = 'values' in value ? 'values' : 'bind_value_objects';
  if (list in value)
    return parts(
      listIn(value, list)
        .filter((one) => !isNobody(one))
        .map(partOf)
        .filter(({ label }) => label !== ''),
    );
  const html = textIn(value, 'post_processed_value');
  if (html !== undefined) return html === '' ? { kind: 'nothing' } : { kind: 'markup', html };
  const inner = value['value'];
  // Numbers of artifacts are names, and have nothing between their digits.
  if (typeof inner === 'number' && fieldIs.identifier(value)) return { kind: 'plain', text: String(inner) };
  if (typeof inner === 'number') return { kind: 'number', value: inner };
  if (isRecord(inner)) return parts([partOf(inner)]);
  if (typeof inner !== 'string' || inner === '') return { kind: 'nothing' };
  if (fieldIs.dated(value)) return { kind: 'date', iso: inner, withTime: value['is_time_displayed'] !== false };
  return { kind: 'plain', text: inner };
}

/** Ids of the values that are chosen, of a list. */
export const chosenIds = (value: Record<string, unknown>): readonly number[] =>
  listIn(value, 'bind_value_ids').filter((id) => typeof id === 'number');

/** Field of a semantic such as `status`, as a tracker tells it. */
export const fieldOfSemantic = (semantics: Readonly<Record<string, unknown>>, name: string): number | undefined =>
  numberIn(semantics[name], 'field_id');

/** What may be chosen in a field, as a tracker tells it; hidden values are left out. */
export const choicesOf = (values: unknown): readonly Part[] =>
  (Array.isArray(values) ? values : [])
    .filter((value: unknown) => !(isRecord(value) && value['is_hidden'] === true))
    .map((value: unknown) => partOf(value));
