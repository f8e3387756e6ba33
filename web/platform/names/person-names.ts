// How people are written, as whoever reads prefers (`username_display`, whose values are the origin's numbers).
import { isRecord, textIn } from '../parse-unknown.ts';

/** By the values of the preference; the first where it says nothing. */
const writers = {
  '0': (name: string, login: string) => (name === '' ? login : `${name} (${login})`),
  '1': (name: string, login: string) => (name === '' ? login : `${login} (${name})`),
  '2': (_: string, login: string) => login,
  '3': (name: string, login: string) => (name === '' ? login : name),
} as const;

export type NameStyle = keyof typeof writers;

export const nameStyles: readonly NameStyle[] = ['0', '1', '2', '3'];

let style: NameStyle = '0';

/** The style of this name; that of who chose none for any other. */
export const readNameStyle = (name: string | undefined): NameStyle => nameStyles.find((known) => known === name) ?? '0';

/** Has people written so from the next time that they are drawn. */
export function setNameStyle(next: NameStyle): void {
  style = next;
}

/** A name that answers have as `Real Name (login)`; any other name stays as it is. */
export function writeName(displayName: string): string {
  const [, name, login] = /^(.*?) ?\(([^()]+)\)$/.exec(displayName) ?? [];
  return name === undefined || login === undefined ? displayName : writers[style](name, login);
}

/** Whether it stands for nobody in a list of people, which answers have as an anonymous person. */
export const isNobody = (value: unknown): boolean => isRecord(value) && value['is_anonymous'] === true;

/** The name of a person in an answer; undefined for what is none. */
export function personNameIn(value: unknown): string | undefined {
  const name = textIn(value, 'display_name') ?? textIn(value, 'real_name');
  return name === undefined ? undefined : writeName(name);
}
