// Wire shapes of programs.
import { Type } from 'typebox';
import { Nullable } from '../../platform/http/index.ts';
import { projectSchemas } from '../projects/index.ts';
import { trackerSchemas } from '../trackers/index.ts';

const element = {
  id: Type.Integer(),
  uri: Type.String({ description: 'Of its page.' }),
  xref: Type.String({ description: 'How texts refer to it.' }),
  title: Nullable(Type.String()),
};

export const Feature = Type.Object(
  {
    ...element,
    is_open: Type.Boolean(),
    tracker: trackerSchemas.MinimalTracker,
    background_color: Type.String(),
    has_user_story_planned: Type.Boolean({ description: 'A team has one of its stories in a sprint.' }),
    has_user_story_linked: Type.Boolean(),
  },
  { title: 'Feature' },
);

const timebox = {
  ...element,
  status: Nullable(Type.String()),
  start_date: Nullable(Type.String()),
  end_date: Nullable(Type.String()),
  user_can_update: Type.Boolean(),
};

export const ProgramIncrement = Type.Object(
  { ...timebox, user_can_plan: Type.Boolean() },
  { title: 'ProgramIncrement' },
);
export const Iteration = Type.Object(timebox, { title: 'Iteration' });

const story = {
  ...element,
  is_open: Type.Boolean(),
  project: projectSchemas.ProjectReference,
  tracker: trackerSchemas.MinimalTracker,
  background_color: Type.String(),
};

export const UserStory = Type.Object(story, { title: 'UserStory' });
export const UserStoryWithParent = Type.Object(
  {
    ...story,
    feature: Nullable(Type.Object({ id: Type.Integer(), uri: Type.String(), title: Nullable(Type.String()) })),
  },
  { title: 'UserStoryWithParent' },
);

/** How far teams are with the features of an increment. */
export const IncrementProgress = Type.Array(
  Type.Object(
    {
      feature: Type.Object({ id: Type.Integer() }),
      teams: Type.Array(
        Type.Object({
          project: projectSchemas.ProjectReference,
          open: Type.Integer({ description: 'Stories that you may see.' }),
          closed: Type.Integer(),
          planned: Type.Integer({ description: 'Those in a sprint, open or closed.' }),
        }),
      ),
    },
    { title: 'FeatureProgress' },
  ),
);

/** Characters of one label; more are answered 400. */
const labelMax = 255;
const Label = Type.Optional(Nullable(Type.String({ maxLength: labelMax })));
/** Trackers whose artifacts one program plans; more are answered 400. */
const trackersMax = 100;
/** User groups that may order the features of one program; more are answered 400. */
const groupsMax = 100;
/** Teams of one program; more are answered 400. */
const teamsMax = 100;

export const ProgramPlanChange = Type.Object({
  program_increment_tracker_id: Type.Integer(),
  plannable_tracker_ids: Type.Array(Type.Integer(), { minItems: 1, maxItems: trackersMax }),
  permissions: Type.Object({
    can_prioritize_features: Type.Array(Type.String({ maxLength: 40, description: 'Such as "101_3".' }), {
      minItems: 1,
      maxItems: groupsMax,
    }),
  }),
  program_increment_label: Label,
  program_increment_sub_label: Label,
  iteration: Type.Optional(
    Nullable(Type.Object({ iteration_tracker_id: Type.Integer(), iteration_label: Label, iteration_sub_label: Label })),
  ),
});

const ShownLabel = Nullable(Type.String());

export const ProgramPlan = Type.Object(
  {
    program_increment_tracker_id: Type.Integer(),
    plannable_tracker_ids: Type.Array(Type.Integer()),
    permissions: Type.Object({ can_prioritize_features: Type.Array(Type.String()) }),
    program_increment_label: ShownLabel,
    program_increment_sub_label: ShownLabel,
    iteration: Nullable(
      Type.Object({
        iteration_tracker_id: Type.Integer(),
        iteration_label: ShownLabel,
        iteration_sub_label: ShownLabel,
      }),
    ),
    user_can_prioritize: Type.Boolean(),
  },
  { title: 'ProgramPlan' },
);

export const ProgramTeams = Type.Array(projectSchemas.ProjectReference);
export const ProgramSetting = Type.Object(
  {
    is_program: Type.Boolean(),
    plan: Nullable(ProgramPlan),
    teams: ProgramTeams,
  },
  { title: 'ProgramSetting', description: '`plan` is null where nobody said how the program plans.' },
);
export const ProgramTeamsChange = Type.Object({ team_ids: Type.Array(Type.Integer(), { maxItems: teamsMax }) });

/** Features that one request adds, and as many that it removes; more are answered 400. */
const featuresMax = 1000;
const Named = Type.Array(Type.Object({ id: Type.Integer() }), { maxItems: featuresMax });
const Order = Nullable(
  Type.Object({
    ids: Type.Array(Type.Integer(), { minItems: 1, maxItems: 1, description: 'The one that moves.' }),
    direction: Type.String({ description: 'before or after.' }),
    compared_to: Type.Integer(),
  }),
);

export const ProgramBacklogChange = Type.Object({
  add: Type.Optional(Nullable(Named)),
  remove: Type.Optional(Nullable(Named)),
  remove_from_program_increment_to_add_to_the_backlog: Type.Optional(
    Type.Boolean({ description: 'Without it, what is in an increment stays there.' }),
  ),
  order: Type.Optional(Order),
});

export const IncrementContentChange = Type.Object({
  add: Type.Optional(Nullable(Type.Array(Type.Object({ id: Type.Integer() }), { maxItems: 1 }))),
  order: Type.Optional(Order),
});
