// Changes that comments on lines suggest: applied one by one, or several as one commit.
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/forms/fields.tsx';
import { Badge } from '../../../ui/badge.tsx';
import ui from '../../../ui/ui.module.css';
import { applySuggestions } from './pull-requests.queries.ts';
import type { PullRequest } from './pull-requests.queries.ts';
import css from './pull-requests.module.css';
import type { OnLine } from './threads.ts';
import { useSubmit } from '../../../ui/forms/use-submit.ts';

interface Choice {
  comment_id: number;
  number: number;
}

export interface SuggestionTools {
  mayApply: boolean;
  isSending: boolean;
  /** Those that are to be applied together. */
  chosen: readonly Choice[];
  choose(choice: Choice, isChosen: boolean): void;
  apply(choices: readonly Choice[]): void;
}

const isSame = (one: Choice, other: Choice): boolean =>
  one.comment_id === other.comment_id && one.number === other.number;

export function useSuggestions(pull: PullRequest): SuggestionTools {
  const [chosen, setChosen] = useState<readonly Choice[]>([]);
  const { submit, isSending } = useSubmit({
    invalidates: [
      ['pull', pull.id],
      ['code', pull.repository.id],
    ],
    errors: 'toast',
  });
  const apply = (choices: readonly Choice[]): Promise<boolean> =>
    submit(
      async () => {
        await applySuggestions(pull.id, [...choices]);
        setChosen([]);
      },
      t('pulls.suggestionsApplied', { count: choices.length }),
    );
  return {
    mayApply: pull.user_can_apply_suggestions,
    isSending,
    chosen,
    choose: (choice, isChosen) =>
      setChosen((now) => [...now.filter((one) => !isSame(one, choice)), ...(isChosen ? [choice] : [])]),
    apply: (choices) => void apply(choices),
  };
}

/** Below the text of a comment, which has the suggestions as blocks of code. */
export const Suggestions = ({
  said: { id, suggestions },
  tools: { mayApply, isSending, chosen, choose, apply },
}: {
  said: OnLine;
  tools: SuggestionTools;
}): ReactNode =>
  suggestions.map(({ lines, state }, index) => {
    const choice = { comment_id: id, number: index + 1 };
    const isOpen = state === 'open';
    return (
      <div key={choice.number} className={css.suggestion}>
        <span>
          {t(lines.length === 0 ? 'pulls.suggestsRemoval' : 'pulls.suggests')}
          {suggestions.length > 1 && ` ${choice.number}`}
        </span>
        {state === 'applied' && <Badge colour="army-green">{t('pulls.applied')}</Badge>}
        {state === 'outdated' && <Badge>{t('pulls.outdated')}</Badge>}
        {isOpen && mayApply && (
          <>
            <Button isDisabled={isSending} onPress={() => apply([choice])}>
              {t('pulls.apply')}
            </Button>
            <Checkbox
              isSelected={chosen.some((one) => isSame(one, choice))}
              onChange={(isChosen) => choose(choice, isChosen)}
            >
              {t('pulls.applyTogether')}
            </Checkbox>
          </>
        )}
      </div>
    );
  });

export const ApplyTogether = ({ tools: { chosen, isSending, apply } }: { tools: SuggestionTools }): ReactNode =>
  chosen.length > 0 && (
    <div className={`${ui.card} ${css.together}`}>
      <Button tone="primary" isDisabled={isSending} onPress={() => apply(chosen)}>
        {t('pulls.applyAll', { count: chosen.length })}
      </Button>
    </div>
  );
