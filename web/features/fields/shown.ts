// What a value says where it is told in a line, such as in a history. Pure.
import { personNameIn } from '../../platform/names/person-names.ts';
import { numberIn, textIn } from '../../platform/parse-unknown.ts';

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

/** What is chosen, a person or a file, as a part of a value. */
export function shownPart(value: unknown): Part {
  const file = textIn(value, 'html_url');
  return {
    id: numberIn(value, 'id') ?? 0,
    label: textIn(value, 'label') ?? personNameIn(value) ?? textIn(value, 'name') ?? '',
    colour: textIn(value, 'tlp_color') ?? undefined,
    picture: textIn(value, 'avatar_url'),
    file,
  };
}

export const shownParts = (parts: readonly Part[]): Shown =>
  parts.length === 0 ? { kind: 'nothing' } : { kind: 'parts', parts };
