// Reads and checks what a person asks for when they ask for a project; every rule here is one that a dry run reports.
import type { Static } from 'typebox';
import { forbidden, invalid, tooManyRequests } from '../../platform/errors.ts';
import type { DomainError } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import type { Settings } from '../../settings/index.ts';
import { bundledTemplates } from '../archive/index.ts';
import type { NewProjectFacts, ProjectTemplate } from '../archive/index.ts';
import { defaultTemplate, isProjectAdmin, refuseProject } from '../projects/index.ts';
import type { ProjectRow, Viewer } from '../projects/index.ts';
import { categoryOf } from './categories.ts';
import { findLabelFault, findShortNameFault } from './project-names.ts';
import type { NewProject } from './registration.schema.ts';
import type { CategoryRow, FieldRow } from './registration.store.ts';

export type Wish = Static<typeof NewProject>;

/** Who may ask at all; undefined when the viewer may. */
export function refuseRegistration(viewer: Viewer): DomainError | undefined {
  const { sys_use_project_registration: isOpen, sys_restricted_users_can_create_project: isOpenToRestricted } =
    viewer.site.settings;
  if (viewer.isSuperUser) return undefined;
  if (!isOpen) return forbidden(says('project.create-admin-only')`only site administrators can create projects`);
  return viewer.isRestricted && !isOpenToRestricted
    ? forbidden(says('project.create-restricted')`restricted accounts can't create projects`)
    : undefined;
}

/** The template that counts: `template_id` before `xml_template_name` before `from_archive`. */
export function chooseTemplate(wish: Wish): ProjectTemplate | 'archive' | DomainError {
  if (wish.template_id === defaultTemplate.id) return 'empty';
  if (wish.template_id !== undefined) return { projectId: wish.template_id };
  const name = wish.xml_template_name;
  if (name === undefined) {
    return wish.from_archive === undefined
      ? invalid(says('template.needed')`use template_id, xml_template_name or from_archive to choose a template`)
      : 'archive';
  }
  const bundled = bundledTemplates.find((known) => known === name);
  if (bundled !== undefined) return { bundled };
  return name === 'empty'
    ? 'empty'
    : invalid(says('template.samples')`must be one of empty, ${bundledTemplates.join(', ')}`, 'xml_template_name');
}

/** Why the viewer may not take this project as a template. Who may not see a project is not told that it is there. */
export function refuseTemplate(viewer: Viewer, project: ProjectRow | undefined, id: number): DomainError | undefined {
  const unknown = invalid(
    says('template.unknown')`is ${id}, which is not a project that you can use as a template`,
    'template_id',
  );
  if (project === undefined) return unknown;
  const isAdmin = isProjectAdmin(viewer, project.id);
  if (!isAdmin && refuseProject(viewer, project) !== undefined) return unknown;
  if (project.status !== 'active' && project.status !== 'system') {
    return invalid(says('template.inactive')`is ${id}, which is not an active project`, 'template_id');
  }
  if (isAdmin || project.is_template === 1) return undefined;
  return invalid(
    says('template.none')`is ${id}, which is not a template; to copy a project, you must be its administrator`,
    'template_id',
  );
}

/** Who may enter the new project (reference page 20, section 1). */
export function accessOf({ is_public: isPublic, allow_restricted: allows }: Wish): ProjectRow['access'] {
  if (isPublic) return allows === true ? 'unrestricted' : 'public';
  return allows === false ? 'private-wo-restr' : 'private';
}

function findAccessFault(viewer: Viewer, wish: Wish): DomainError[] {
  const access = accessOf(wish);
  const isAboutRestricted = access === 'unrestricted' || access === 'private-wo-restr';
  if (isAboutRestricted && viewer.site.settings.access_mode !== 'restricted') {
    return [
      invalid(
        says('project.no-restricted-choice')`must be omitted, because restricted accounts are turned off on this site`,
        'allow_restricted',
      ),
    ];
  }
  return viewer.isRestricted && access === 'private-wo-restr'
    ? [
        invalid(
          says('project.shuts-out')`must not be false, because your own account is restricted`,
          'allow_restricted',
        ),
      ]
    : [];
}

/** What is wrong with the names, whoever asks. */
export function findNameFaults(
  { shortname, label }: Pick<Wish, 'shortname' | 'label'>,
  isTaken: boolean,
): DomainError[] {
  const short =
    findShortNameFault(shortname) ??
    (isTaken ? says('project.taken')`is already taken by a project or an account` : undefined);
  const full = findLabelFault(label);
  return [
    ...(short === undefined ? [] : [invalid(short, 'shortname')]),
    ...(full === undefined ? [] : [invalid(full, 'label')]),
  ];
}

/** What is stored that the checks need. */
export interface WishContext {
  isNameTaken: boolean;
  fields: readonly FieldRow[];
  categories: readonly CategoryRow[];
  /** Projects that wait for approval. */
  pending: { all: number; own: number };
}

/** Everything that is wrong with the wish, apart from its template and from who asks. */
export function findFaults(viewer: Viewer, wish: Wish, context: WishContext): DomainError[] {
  const { settings } = viewer.site;
  const lacksDescription = settings.sys_project_description_mandatory && (wish.description ?? '').trim() === '';
  return [
    ...findNameFaults(wish, context.isNameTaken),
    ...(lacksDescription
      ? [invalid(says('project.description-required')`is required on this site`, 'description')]
      : []),
    ...findAccessFault(viewer, wish),
    ...findCategoryFaults(wish.categories ?? [], context.categories),
    ...findFieldFaults(wish.fields ?? [], context.fields),
    ...findQuotaFaults(settings, statusOf(viewer), context.pending),
  ];
}

/** What is wrong with the categories that a project is filed under. A category without values asks for none. */
export function findCategoryFaults(
  chosen: NonNullable<Wish['categories']>,
  all: readonly CategoryRow[],
): DomainError[] {
  const byId = new Map(all.map((category) => [category.id, category]));
  const seen = new Set<number>();
  const faults = chosen.flatMap(({ category_id: categoryId, value_id: valueId }, index) => {
    const path = `categories[${index}]`;
    if (byId.get(categoryId)?.parent_id !== null)
      return [invalid(says('category.none')`${categoryId} is not a category`, `${path}.category_id`)];
    if (seen.has(categoryId))
      return [invalid(says('category.twice')`${categoryId} is listed twice`, `${path}.category_id`)];
    seen.add(categoryId);
    const fits = valueId !== categoryId && categoryOf(all, byId.get(valueId))?.id === categoryId;
    return fits
      ? []
      : [invalid(says('category.no-value')`${valueId} is not a value of category ${categoryId}`, `${path}.value_id`)];
  });
  const hasValues = new Set(all.map((one) => one.parent_id));
  const missing = all.filter(
    (one) => one.parent_id === null && one.is_mandatory === 1 && hasValues.has(one.id) && !seen.has(one.id),
  );
  return [
    ...faults,
    ...missing.map(({ id, name }) =>
      invalid(says('category.needed')`needs a value of category ${id}, "${name}"`, 'categories'),
    ),
  ];
}

/** What is wrong with what a project says of itself; `fields` is where that stands in the request. */
export function findFieldFaults(given: NonNullable<Wish['fields']>, all: readonly FieldRow[]): DomainError[] {
  const byId = new Map(all.map((field) => [field.id, field]));
  const seen = new Map<number, string>();
  const faults = given.flatMap(({ field_id: id, value }, index) => {
    const path = `fields[${index}]`;
    const field = byId.get(id);
    if (field === undefined)
      return [invalid(says('project-field.none')`${id} is not a project field`, `${path}.field_id`)];
    if (seen.has(id)) return [invalid(says('category.twice')`${id} is listed twice`, `${path}.field_id`)];
    seen.set(id, value.trim());
    return field.type === 'line' && /[\r\n]/.test(value)
      ? [invalid(says('project-field.line')`must be a single line`, `${path}.value`)]
      : [];
  });
  const missing = all.filter((field) => field.is_required === 1 && (seen.get(field.id) ?? '') === '');
  return [
    ...faults,
    ...missing.map(({ id, name }) =>
      invalid(says('project-field.needed')`needs a value for field ${id}, "${name}"`, 'fields'),
    ),
  ];
}

function findQuotaFaults(
  settings: Settings,
  status: 'active' | 'pending',
  pending: WishContext['pending'],
): DomainError[] {
  const isFull = (count: number, max: number): boolean => status === 'pending' && max > 0 && count >= max;
  if (isFull(pending.own, settings.sys_max_pending_projects_per_user)) {
    return [
      tooManyRequests(
        says('project.waiting-own')`too many of your projects are waiting for approval; try again when one is approved`,
      ),
    ];
  }
  return isFull(pending.all, settings.sys_max_pending_projects)
    ? [
        tooManyRequests(
          says('project.waiting')`too many projects are waiting for approval; try again when one is approved`,
        ),
      ]
    : [];
}

/** Who may approve projects need not approve their own. */
export const statusOf = ({ site, user, delegations }: Viewer): 'active' | 'pending' => {
  const mayApprove = user?.is_site_admin === 1 || delegations.has('rest-project-management');
  return site.settings.sys_project_approval && !mayApprove ? 'pending' : 'active';
};

/** What the wished project has of its own. */
export const factsOf = (viewer: Viewer, wish: Wish): NewProjectFacts => ({
  unixName: wish.shortname,
  fullName: wish.label.trim(),
  description: wish.description ?? '',
  access: accessOf(wish),
  status: statusOf(viewer),
  icon: '',
});
