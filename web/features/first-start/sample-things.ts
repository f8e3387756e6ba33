// What is in the sample project: a shop for plants with what is done, under way, planned and broken. Pure; trackers, fields and
// values are called as the template "scrum" calls them.
import type { PlainKey } from '../../platform/i18n.ts';

type Title = Extract<PlainKey, `sample.${string}`>;

/** A value of a field, by what the field is: days are counted from today, `mine` is who makes the project. */
export type SampleValue =
  | { text: Title }
  | { number: number }
  | { day: number }
  | { choice: string }
  | { mine: true }
  | { links: readonly string[]; type: '' | '_is_child' };

export interface SampleThing {
  /** By which others link to it. */
  key: string;
  tracker: 'release' | 'sprint' | 'story' | 'task' | 'bug';
  values: Readonly<Record<string, SampleValue>>;
  /** States that it goes through after it was made, in this order. */
  states: readonly string[];
}

const task = (key: string, title: Title, status: string, estimate: number, remaining: number): SampleThing => ({
  key,
  tracker: 'task',
  values: {
    title: { text: title },
    status: { choice: status },
    activity: { choice: 'Development' },
    estimate: { number: estimate },
    remaining_effort: { number: remaining },
    ...(status === 'To do' ? {} : { assigned_to: { mine: true } }),
  },
  states: [],
});

const way = ['Ready', 'In progress', 'Review', 'Accepted'] as const;

interface StoryFacts {
  points: number;
  /** How many states of `way` it went through. */
  steps: number;
  tasks?: readonly string[];
}

const story = (key: string, title: Title, { points, steps, tasks = [] }: StoryFacts): SampleThing => ({
  key,
  tracker: 'story',
  values: {
    title: { text: title },
    story_points: { number: points },
    business_value: { number: points * 10 },
    links: { links: tasks, type: '_is_child' },
  },
  states: way.slice(0, steps),
});

interface SprintFacts {
  status: string;
  /** Of its first day. */
  day: number;
  stories: readonly string[];
}

const sprint = (key: string, title: Title, goal: Title, { status, day, stories }: SprintFacts): SampleThing => ({
  key,
  tracker: 'sprint',
  values: {
    title: { text: title },
    goal: { text: goal },
    status: { choice: status },
    start_date: { day },
    duration: { number: 10 },
    capacity: { number: 15 },
    links: { links: stories, type: '' },
  },
  states: [],
});

const bug = (key: string, title: Title, text: Title, severity: string, status: string): SampleThing => ({
  key,
  tracker: 'bug',
  values: {
    title: { text: title },
    description: { text },
    severity: { choice: severity },
    status: { choice: status },
    ...(status === 'Open' ? {} : { assigned_to: { mine: true } }),
  },
  states: [],
});

/** Each after those that it links to. */
export const sampleThings: readonly SampleThing[] = [
  task('pictures', 'sample.pictures', 'Done', 6, 0),
  task('basket-page', 'sample.basketPage', 'Done', 5, 0),
  task('basket-kept', 'sample.basketKept', 'In progress', 8, 3),
  task('basket-tested', 'sample.basketTested', 'To do', 4, 4),
  task('card-form', 'sample.cardForm', 'In progress', 6, 4),
  task('card-bank', 'sample.cardBank', 'Blocked', 8, 8),
  story('seasons', 'sample.seasons', { points: 5, steps: 4, tasks: ['pictures'] }),
  story('basket', 'sample.basket', { points: 5, steps: 2, tasks: ['basket-page', 'basket-kept', 'basket-tested'] }),
  story('card', 'sample.card', { points: 8, steps: 2, tasks: ['card-form', 'card-bank'] }),
  story('news', 'sample.news', { points: 3, steps: 1 }),
  story('shade', 'sample.shade', { points: 2, steps: 1 }),
  story('rating', 'sample.rating', { points: 5, steps: 0 }),
  story('vouchers', 'sample.vouchers', { points: 3, steps: 0 }),
  sprint('first', 'sample.sprint1', 'sample.goal1', { status: 'Closed', day: -18, stories: ['seasons'] }),
  sprint('second', 'sample.sprint2', 'sample.goal2', {
    status: 'Running',
    day: -4,
    stories: ['basket', 'card', 'news'],
  }),
  sprint('third', 'sample.sprint3', 'sample.goal3', { status: 'Planned', day: 10, stories: ['shade'] }),
  {
    key: 'opening',
    tracker: 'release',
    values: {
      title: { text: 'sample.release' },
      goals: { text: 'sample.releaseGoals' },
      status: { choice: 'In progress' },
      start_date: { day: -18 },
      end_date: { day: 24 },
      links: { links: ['first', 'second', 'third'], type: '_is_child' },
    },
    states: [],
  },
  bug('empty-basket', 'sample.emptyBasket', 'sample.emptyBasketText', 'Major', 'Confirmed'),
  bug('bill', 'sample.bill', 'sample.billText', 'Minor', 'Open'),
];
