// The elements of a tracker's form: fields, containers and static elements, as types.
import type { UserReference } from './artifact-model.ts';

export interface BindItem {
  /** Undefined for the items of a bind to users. */
  readonly ref: string | undefined;
  /** Static: the value. Users: a value function such as `group_members`. User groups: the group's name. */
  readonly label: string;
  readonly description: string;
  readonly isHidden: boolean;
  readonly line: number;
}

export type BindDecorator = {
  /** Undefined: the decoration of None. */
  readonly ref: string | undefined;
  readonly line: number;
} & (
  | { readonly tlpColor: string; readonly rgb?: undefined }
  | { readonly tlpColor?: undefined; readonly rgb: readonly [red: number, green: number, blue: number] }
);

export interface ElementBind {
  readonly kind: 'static' | 'users' | 'ugroups';
  readonly isRankAlpha: boolean;
  readonly items: readonly BindItem[];
  readonly decorators: readonly BindDecorator[];
  readonly defaultRefs: readonly string[];
  readonly defaultUsers: readonly UserReference[];
  readonly line: number;
}

/** Ids that the origin had; nothing refers to them. */
export interface OriginalIds {
  readonly id: string | undefined;
  readonly trackerId: string | undefined;
  readonly parentId: string | undefined;
}

export interface FormElement {
  /** `external` stands for `externalField`, the elements that plugins own. */
  readonly origin: 'core' | 'external';
  /** Type code of the archive format, such as `sb`, `fieldset`, `shared` or `ttmstepdef`. */
  readonly type: string;
  readonly ref: string;
  readonly name: string;
  readonly label: string;
  readonly description: string;
  /** Order inside the parent; equal ranks keep document order. */
  readonly rank: number;
  /** Tepal's own `is_deleted`, which only the archive of an erased project has. */
  readonly isDeleted: boolean;
  readonly useIt: boolean;
  readonly required: boolean;
  readonly notifications: boolean;
  /** `P` when absent. */
  readonly scope: string;
  /** Only for type `shared`: the field it copies, if the archive says so. */
  readonly originalFieldRef: string | undefined;
  /** For type `shared`, where it is known: the type of the field that it copies. */
  readonly originalType?: string | undefined;
  readonly originalIds: OriginalIds;
  /** Attributes of `properties`, as written. */
  readonly properties: Readonly<Record<string, string>>;
  readonly bind: ElementBind | undefined;
  /** In document order. */
  readonly children: readonly FormElement[];
  readonly line: number;
}

/** All elements of a tree in order of appearance, which is the order in which ids are given. */
export const listFormElements = (roots: readonly FormElement[]): FormElement[] =>
  roots.flatMap((element) => [element, ...listFormElements(element.children)]);
