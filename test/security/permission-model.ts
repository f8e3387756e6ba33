// The rules of docs/permissions.md written down once more, for the property test alone: plain data in, plain answers out.
// Nothing here comes from the code under test.

/** Groups by name: those that every project has, and the two static groups `blue` and `green`. */
export const groupNames = [
  'everybody',
  'registered',
  'authenticated',
  'members',
  'admins',
  'managers',
  'nobody',
  'blue',
  'green',
] as const;
export type Group = (typeof groupNames)[number];

/** `root` is a site administrator, `reader` the read-only kind, `delegate` holds the right over projects; r1 and r2 are restricted accounts. */
export const people = ['root', 'reader', 'delegate', 'a1', 'a2', 'a3', 'r1', 'r2'] as const;
export type Person = (typeof people)[number];
export type Reader = Person | 'anonymous';

export const ordinary = ['a1', 'a2', 'a3', 'r1', 'r2'] as const satisfies readonly Person[];

export const fieldNames = ['title', 'points', 'status', 'assigned', 'links', 'limit', 'luby', 'cross'] as const;
export type FieldName = (typeof fieldNames)[number];

export interface Field {
  isUsed: boolean;
  read: Group[];
  submit: Group[];
  update: Group[];
}

export interface Tracker {
  project: number;
  isDeleted: boolean;
  full: Group[];
  submitter: Group[];
  assignee: Group[];
  submitter_only: Group[];
  admin: Group[];
  fields: Record<FieldName, Field>;
}

export interface Project {
  access: 'public' | 'unrestricted' | 'private' | 'private-wo-restr';
  status: 'active' | 'suspended' | 'deleted' | 'pending';
  isSuperPublic: boolean;
  members: Person[];
  /** Members among them are members. */
  guests: Person[];
  admins: Person[];
  managers: Person[];
  blue: Person[];
  green: Person[];
}

/** Links are positions in the world's list of artifacts. */
export interface Values {
  title?: string;
  points?: number;
  status?: 'Open' | 'Closed';
  assigned?: Person[];
  links?: { to: number; type: '' | '_is_child' }[];
  limit?: Group[];
}

export interface Change {
  by: Reader;
  values: Values;
  comment: string;
  /** undefined: for everybody. */
  commentFor?: Group[] | undefined;
}

export interface Artifact {
  tracker: number;
  /** Only changes that change or say something; see `settle`. */
  changes: Change[];
}

export interface World {
  mode: 'anonymous' | 'regular' | 'restricted';
  projects: Project[];
  trackers: Tracker[];
  artifacts: Artifact[];
}

const storedNames = ['title', 'points', 'status', 'assigned', 'links', 'limit'] as const;
const same = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);
const isNothing = (value: unknown): boolean => value === undefined || (Array.isArray(value) && value.length === 0);

/** A history as it is kept: what stays as it is leaves no trace, and a change of nothing that says nothing is none. */
export function settle(changes: readonly Change[]): Change[] {
  let state: Values = {};
  return changes.flatMap((change, index) => {
    const changed = storedNames.filter((name) => {
      const value = change.values[name];
      const before = state[name];
      if (value === undefined) return false;
      return index === 0 || !(before === undefined && isNothing(value)) ? !same(before, value) : false;
    });
    const values: Values = Object.fromEntries(changed.map((name) => [name, change.values[name]]));
    state = { ...state, ...values };
    return index === 0 || changed.length > 0 || change.comment !== '' ? [{ ...change, values }] : [];
  });
}

const stateAfter = (changes: readonly Change[]): Values =>
  changes.reduce<Values>((state, change) => ({ ...state, ...change.values }), {});

const at = <T>(list: readonly T[], index: number): T => {
  const found = list[index];
  if (found === undefined) throw new Error(`the world has nothing at ${index}`);
  return found;
};

/** Answers for one world, one reader and one kind of request. */
export function createModel(world: World, reader: Reader, isReading: boolean) {
  const isSuper = reader === 'root' || (reader === 'reader' && isReading);
  const isRestricted = (person: Reader): boolean =>
    person.startsWith('r') && /\d/.test(person) && world.mode === 'restricted';

  const belongs = (person: Reader, group: Group, project: Project): boolean => {
    if (group === 'nobody') return false;
    if (group === 'everybody') return true;
    if (person === 'anonymous') return false;
    if (group === 'authenticated') return true;
    if (group === 'registered') return !isRestricted(person);
    if (group === 'members') return project.members.includes(person) || project.admins.includes(person);
    const isStatic = group === 'blue' || group === 'green';
    if (isStatic && isRestricted(person) && !isInside(person, project)) return false;
    return project[group].includes(person);
  };

  /** By name, whatever the project's access: as a member or a guest. */
  const isInside = (person: Reader, project: Project): boolean =>
    belongs(person, 'members', project) || project.guests.some((guest) => guest === person);

  const isAnyOf = (groups: readonly Group[], project: Project, person = reader): boolean =>
    groups.some((group) => belongs(person, group, project));

  /** Reference page 00, section 9. */
  const projectStatus = (project: Project): number => {
    if (reader === 'anonymous' && (world.mode !== 'anonymous' || !isReading)) return 401;
    if (isSuper) return 200;
    if (project.status === 'suspended' || project.status === 'deleted') return 403;
    if (project.status !== 'active') return 404;
    if (isInside(reader, project)) return isRestricted(reader) && project.access === 'private-wo-restr' ? 404 : 200;
    const isOpen = project.access === 'public' || project.access === 'unrestricted';
    if (isRestricted(reader)) return project.access === 'unrestricted' && project.isSuperPublic ? 200 : 403;
    return isOpen || reader === 'delegate' ? 200 : 403;
  };

  const projectOf = (tracker: Tracker): Project => at(world.projects, tracker.project);

  const administers = (tracker: Tracker): boolean => {
    const project = projectOf(tracker);
    return isSuper || belongs(reader, 'admins', project) || isAnyOf(tracker.admin, project);
  };

  const seesTracker = (tracker: Tracker): boolean =>
    !tracker.isDeleted &&
    projectStatus(projectOf(tracker)) === 200 &&
    (administers(tracker) ||
      isAnyOf(
        [...tracker.full, ...tracker.submitter, ...tracker.assignee, ...tracker.submitter_only],
        projectOf(tracker),
      ));

  const may = (tracker: Tracker, name: FieldName, permission: 'read' | 'submit' | 'update'): boolean => {
    const field = tracker.fields[name];
    if (!field.isUsed) return false;
    if (permission !== 'read' && (name === 'luby' || name === 'cross')) return false;
    if (isSuper) return true;
    const groups = permission === 'read' ? [...field.read, ...field.update] : field[permission];
    return isAnyOf(groups, projectOf(tracker));
  };

  const trackerOf = (artifact: Artifact): Tracker => at(world.trackers, artifact.tracker);

  const hasGround = (artifact: Artifact): boolean => {
    const tracker = trackerOf(artifact);
    const project = projectOf(tracker);
    const submitter = at(artifact.changes, 0).by;
    const together = (groups: readonly Group[], others: readonly Reader[]): boolean =>
      groups.some((group) => belongs(reader, group, project) && others.some((one) => belongs(one, group, project)));
    return (
      isAnyOf(tracker.full, project) ||
      (isAnyOf(tracker.submitter_only, project) && reader !== 'anonymous' && submitter === reader) ||
      together(tracker.submitter, [submitter]) ||
      together(tracker.assignee, stateAfter(artifact.changes).assigned ?? [])
    );
  };

  const seesArtifact = (artifact: Artifact): boolean => {
    const tracker = trackerOf(artifact);
    if (tracker.isDeleted || projectStatus(projectOf(tracker)) !== 200) return false;
    if (administers(tracker)) return true;
    // Also where the field is out of use: nothing gets open by it.
    const limit = stateAfter(artifact.changes).limit ?? [];
    return (limit.length === 0 || isAnyOf(limit, projectOf(tracker))) && hasGround(artifact);
  };

  const hears = (artifact: Artifact, change: Change): boolean =>
    change.comment !== '' &&
    (change.commentFor === undefined ||
      administers(trackerOf(artifact)) ||
      isAnyOf(change.commentFor, projectOf(trackerOf(artifact))));

  const seesTarget = (link: { to: number }): boolean => seesArtifact(at(world.artifacts, link.to));

  /** The changes that the reader may know of. */
  const known = (artifact: Artifact): Change[] => {
    const tracker = trackerOf(artifact);
    let before: Values = {};
    return artifact.changes.filter((change, index) => {
      const state = before;
      before = { ...before, ...change.values };
      if (index === 0 || hears(artifact, change)) return true;
      return storedNames.some((name) => {
        const value = change.values[name];
        if (value === undefined || !may(tracker, name, 'read')) return false;
        if (name !== 'links') return true;
        const shown = (links: Values['links']) =>
          (links ?? []).filter(seesTarget).map((link) => `${link.to} ${link.type}`);
        return !same(shown(state.links).toSorted(), shown(change.values.links).toSorted());
      });
    });
  };

  const linksFrom = (artifact: Artifact): { to: number; type: string }[] =>
    may(trackerOf(artifact), 'links', 'read') ? (stateAfter(artifact.changes).links ?? []).filter(seesTarget) : [];

  const linksTo = (index: number): { to: number; type: string }[] =>
    world.artifacts.flatMap((source, position) =>
      seesArtifact(source)
        ? linksFrom(source)
            .filter((link) => link.to === index)
            .map((link) => ({ to: position, type: link.type }))
        : [],
    );

  return {
    isSuper,
    projectStatus,
    seesTracker,
    administers,
    may,
    seesArtifact,
    hears,
    known,
    linksFrom,
    linksTo,
    trackerOf,
    projectOf,
    stateAfter,
  };
}

export type Model = ReturnType<typeof createModel>;
