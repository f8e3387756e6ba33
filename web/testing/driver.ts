// What a test asks of a page without a browser. Both sides of that know these types, and neither knows the other's.

/** A text is found as a part, whatever its case; the whole of it where `exact`. */
export type Wanted = string | RegExp;

export interface TextOptions {
  exact?: boolean;
}

export interface RoleOptions extends TextOptions {
  name?: Wanted;
  checked?: boolean;
  disabled?: boolean;
  expanded?: boolean;
  pressed?: boolean;
  selected?: boolean;
  level?: number;
  /** Of what the page hides from screen readers, too. */
  includeHidden?: boolean;
}

/** One step from elements to elements: into them, or to some of them. */
export type Step =
  | { by: 'role'; role: string; options: RoleOptions }
  | { by: 'text' | 'label' | 'placeholder' | 'title'; text: Wanted; exact: boolean }
  | { by: 'css'; selector: string }
  | { by: 'has'; steps: readonly Step[]; isThere: boolean }
  | { by: 'hasText'; text: Wanted; isThere: boolean }
  | { by: 'nth'; place: number }
  | { by: 'and' | 'or'; steps: readonly Step[] };

export interface Upload {
  name: string;
  mimeType: string;
  buffer: Uint8Array;
}

export type Action =
  | { do: 'click' | 'dblclick' | 'hover' | 'focus' | 'blur' }
  | { do: 'fill'; text: string }
  | { do: 'upload'; files: readonly Upload[] }
  | { do: 'select'; values: readonly string[] };

/** What is read of one element. */
export interface Facts {
  text: string;
  innerText: string;
  value: string;
  isDisabled: boolean;
  isChecked: boolean;
  attributes: Readonly<Record<string, string>>;
}

export interface Driver {
  /** How many elements the steps lead to; those that people can see alone where `isShown`. */
  count(steps: readonly Step[], isShown: boolean): number;
  /** Of each element. */
  read(steps: readonly Step[]): Facts[];
  /** Does it to the one element. Resolves with why it can't be done by now, else with undefined. */
  act(steps: readonly Step[], action: Action): Promise<string | undefined>;
  /** Ends what the document has running, as its browser does when it leaves it. */
  leave(): void;
  /** Presses a key such as Enter or Shift+Tab where the focus is. */
  press(key: string): Promise<void>;
  type(text: string): Promise<void>;
}
