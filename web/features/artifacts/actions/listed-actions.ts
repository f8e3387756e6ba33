// Which actions an artifact offers to a person, and why not. Pure.
import { listIn, numberIn, textIn } from '../../../platform/parse-unknown.ts';

export type ActionId = 'link' | 'parent' | 'copy' | 'toBacklog' | 'offBacklog' | 'move' | 'print' | 'delete';
type Why = `actions.why.${'move' | 'closed' | 'site' | 'administrators' | 'limit'}`;

export interface ListedAction {
  id: ActionId;
  label: `actions.${ActionId}`;
  keys?: string;
  /** Why it can't be done; possible without. */
  why?: Why;
  isSeparated?: boolean;
}

interface Allowed {
  can_move: boolean;
  can_delete: boolean;
  delete_obstacle: 'closed' | 'site' | 'administrators' | 'limit' | null;
  top_backlog: 'add' | 'remove' | null;
}

interface Artifact {
  values: readonly unknown[] | null;
  allowed_actions?: Allowed | undefined;
}

/** The artifact that this one is a child of; the first where there are several. */
export function parentOf({ values }: Pick<Artifact, 'values'>): number | undefined {
  const reverse = (values ?? []).flatMap((value) => listIn(value, 'reverse_links'));
  return numberIn(
    reverse.find((link) => textIn(link, 'type') === '_is_child'),
    'id',
  );
}

function whyNotDelete(may: Allowed | undefined): Why | undefined {
  if (may === undefined) return 'actions.why.administrators';
  return may.delete_obstacle === null ? undefined : `actions.why.${may.delete_obstacle}`;
}

const backlogActs = { add: 'toBacklog', remove: 'offBacklog' } as const;

/** What can be done in the backlog of the project. */
function backlogAction(act: Allowed['top_backlog'] | undefined): readonly ListedAction[] {
  if (act === null || act === undefined) return [];
  const id = backlogActs[act];
  return [{ id, label: `actions.${id}`, keys: 'b' }];
}

/** In the order of the menu. */
export function listActions(artifact: Artifact, isSignedIn: boolean): readonly ListedAction[] {
  const { allowed_actions: may } = artifact;
  const refused = whyNotDelete(may);
  const all: ListedAction[] = [{ id: 'link', label: 'actions.link', keys: 'l' }];
  if (parentOf(artifact) !== undefined) all.push({ id: 'parent', label: 'actions.parent', keys: 'a' });
  all.push({ id: 'print', label: 'actions.print' });
  if (!isSignedIn) return all;
  return [
    ...all,
    { id: 'copy', label: 'actions.copy', isSeparated: true },
    { id: 'move', label: 'actions.move', keys: 'v', ...(may?.can_move === true ? {} : { why: 'actions.why.move' }) },
    ...backlogAction(may?.top_backlog),
    { id: 'delete', label: 'actions.delete', isSeparated: true, ...(refused === undefined ? {} : { why: refused }) },
  ];
}
