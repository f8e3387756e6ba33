// Wire shapes of asking for a project.
import { Type } from 'typebox';
import { Closed, Mistakes, Nullable, I18nMessage } from '../../platform/http/index.ts';
import { projectSchemas } from '../projects/index.ts';

const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** One value of each category at most. */
export const ChosenCategories = Type.Array(Closed({ category_id: Id, value_id: Id }), { maxItems: 200 });

export const FiledUnder = Type.Array(Type.Object({ category_id: Id, value_id: Id }, { title: 'ChosenCategory' }));

const OpenFields = Type.Optional(
  Type.Array(Type.String({ minLength: 1, maxLength: 512 }), {
    maxItems: 10_000,
    description:
      'Fields of the archive without permissions that are to be open, such as `bug.summary`: everybody reads, registered people submit, members change. Others without any are closed to all but administrators.',
  }),
);

export const NewProject = Closed(
  {
    shortname: Type.String({ description: '3 to 30 letters, digits and "-"; starts with a letter.' }),
    label: Type.String({ description: 'Full name, 3 to 40 characters.' }),
    description: Type.Optional(Type.String()),
    is_public: Type.Boolean(),
    allow_restricted: Type.Optional(
      Nullable(Type.Boolean({ description: 'Whether restricted people may enter; where the platform has them.' })),
    ),
    template_id: Type.Optional(Id),
    xml_template_name: Type.Optional(Type.String({ description: '`empty`, or a bundled structure such as `scrum`.' })),
    from_archive: Type.Optional(
      Closed(
        {
          file_name: Type.String({ minLength: 1, maxLength: 255 }),
          file_size: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'In bytes.' }),
          open_fields: OpenFields,
        },
        [],
        { description: 'An archive (.zip) that you upload next, to `upload_href` of the answer.' },
      ),
    ),
    categories: Type.Optional(ChosenCategories),
    fields: Type.Optional(Type.Array(Closed({ field_id: Id, value: Type.String() }))),
  },
  Object.keys(projectSchemas.Project.properties),
  { title: 'NewProject' },
);

/** What would be refused of a new project; nothing where it can be made. */
export const ProjectCheck = Type.Object(
  { ...Mistakes, i18n_error_messages: Type.Array(Type.String()) },
  { title: 'ProjectCheck' },
);

/** Of a project that is made once its archive has come. */
export const ComingProject = Type.Object(
  {
    id: Type.Integer({ description: 'Of the project that there will be.' }),
    uri: Type.String(),
    upload_href: Type.String({ description: 'Where the archive goes, by tus; a mail tells what became of it.' }),
  },
  { title: 'ComingProject' },
);

export const ProjectUpload = Type.Object(
  {
    id: Type.Integer({ description: 'Of the project that there is, or will be.' }),
    shortname: Type.String(),
    label: Type.String(),
    file_name: Type.String(),
    file_size: Type.Integer({ description: 'In bytes.' }),
    received: Type.Integer({ description: 'Bytes that have come.' }),
    upload_href: Nullable(Type.String({ description: 'Where the rest goes, by tus; null once all has come.' })),
    status: Type.Enum(['uploading', 'working', 'pending', 'made', 'failed'], {
      description: '`working` while the project is made; `pending` while it waits for approval.',
    }),
    left_out: Type.Array(Type.String(), { description: 'What the project did not get of the archive, the first 200.' }),
    left_out_i18n: Type.Array(Nullable(I18nMessage), {
      description: 'The same, by their names; null for one without.',
    }),
    left_out_count: Type.Integer({ description: 'How many there are.' }),
    reason: Nullable(Type.String({ description: 'Why no project was made.' })),
    i18n: Type.Optional(I18nMessage),
  },
  { title: 'ProjectUpload' },
);

export const ProjectFields = Type.Object(
  {
    project_fields_representation: Type.Array(
      Type.Object({
        id: Type.Integer(),
        name: Type.String(),
        rank: Type.Integer(),
        is_required: Type.Boolean(),
        description: Type.String(),
        type: Type.Enum(['text', 'line']),
      }),
    ),
    total_size: Type.Integer({ description: 'Entries on this page.' }),
  },
  { title: 'ProjectFields' },
);

export const ProjectTemplates = Type.Array(
  Type.Object(
    {
      template_id: Nullable(Type.Integer({ description: 'Where it is a project.' })),
      xml_template_name: Nullable(Type.String({ description: 'Where it comes with Tepal.' })),
      label: Type.String(),
      description: Type.String(),
      is_own: Type.Boolean({ description: 'A project that you administer, and that is no template for others.' }),
    },
    { title: 'ProjectTemplate' },
  ),
);

export const ProjectCategories = Type.Array(
  Type.Object(
    {
      id: Type.Integer(),
      name: Type.String(),
      is_mandatory: Type.Boolean({ description: 'New projects must choose one of its values.' }),
      values: Type.Array(
        Type.Object({
          id: Type.Integer(),
          name: Type.String(),
          parent_id: Type.Integer({ description: 'The category, or the value that this one narrows.' }),
        }),
      ),
    },
    { title: 'ProjectCategory' },
  ),
);

const categoryName = Type.String({ minLength: 1, maxLength: 255, description: 'One line.' });
const isMandatory = Type.Boolean({ description: 'New projects must choose a value, once there is one.' });

/** A category, or a value, by itself. */
export const CategoryEntry = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    parent_id: Nullable(Type.Integer({ description: 'Of a value: the category, or the value that it narrows.' })),
    is_mandatory: isMandatory,
  },
  { title: 'CategoryEntry' },
);

export const NewCategory = Closed(
  {
    name: categoryName,
    parent_id: Type.Optional(Nullable(Id)),
    is_mandatory: Type.Optional(isMandatory),
  },
  ['id'],
  { title: 'NewCategory' },
);

export const CategoryChange = Closed(
  {
    name: Type.Optional(categoryName),
    parent_id: Type.Optional(
      Nullable({ ...Id, description: 'Of a value: where it goes, with what is below it and the projects under it.' }),
    ),
    is_mandatory: Type.Optional(isMandatory),
  },
  ['id'],
  { title: 'CategoryChange' },
);
