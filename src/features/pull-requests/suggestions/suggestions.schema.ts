// Wire shapes of suggestions that are applied.
import { Type } from 'typebox';
import { Closed, Nullable } from '../../../platform/http/index.ts';

/** Applied by one request. */
export const suggestionsMax = 50;

export const SuggestionsToApply = Closed(
  {
    suggestions: Type.Array(
      Closed({
        comment_id: Type.Integer({ description: 'Of a comment on lines.' }),
        number: Type.Optional(
          Nullable(Type.Integer({ minimum: 1, description: 'Which of its suggestions; left out: the first.' })),
        ),
      }),
      { minItems: 1, maxItems: suggestionsMax },
    ),
    message: Type.Optional(
      Nullable(Type.String({ maxLength: 10_000, description: 'Of the commit; left out: one that names the files.' })),
    ),
  },
  [],
  { title: 'PullRequestSuggestionsToApply' },
);

export const AppliedSuggestions = Type.Object(
  { commit_id: Type.String({ description: 'Which has them all.' }) },
  { title: 'PullRequestAppliedSuggestions' },
);
