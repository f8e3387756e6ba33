// A comment and what was answered to it.
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { useSelf } from '../../../platform/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge, Markup, Person, When } from '../../../ui/things.tsx';
import ui from '../../../ui/ui.module.css';
import css from './pull-requests.module.css';
import { SayBox } from './say-box.tsx';
import { Suggestions } from './suggestions.tsx';
import type { SuggestionTools } from './suggestions.tsx';
import { isOnLine } from './threads.ts';
import type { Said, Thread } from './threads.ts';

interface Props {
  thread: Thread<Said>;
  projectId: number | undefined;
  /** What it is about, where that is a line. */
  about?: string | undefined;
  onAnswer(first: Said, text: string): Promise<unknown>;
  /** What can be done with suggestions. */
  suggest: SuggestionTools;
}

const One = ({ said, suggest }: { said: Said; suggest: SuggestionTools }): ReactNode => (
  <article className={css.said}>
    <header className={ui.row}>
      <Person person={said.user} />
      <span className={`${ui.faint} ${ui.small}`}>
        <When iso={said.post_date} />
      </span>
    </header>
    <Markup html={said.post_processed_content} />
    {isOnLine(said) && <Suggestions said={said} tools={suggest} />}
  </article>
);

export function ThreadView({ thread: { first, answers }, projectId, about, onAnswer, suggest }: Props): ReactNode {
  const [isAnswering, setAnswering] = useState(false);
  const isSignedIn = useSelf() !== undefined;
  const isOutdated = 'is_outdated' in first && first.is_outdated;
  return (
    <section className={`${ui.card} ${css.thread}`}>
      {about !== undefined && (
        <p className={`${ui.faint} ${ui.small}`}>
          {about} {isOutdated && <Badge>{t('pulls.outdated')}</Badge>}
        </p>
      )}
      {[first, ...answers].map((said) => (
        <One key={said.id} said={said} suggest={suggest} />
      ))}
      {isAnswering ? (
        <SayBox
          thing={`pull-answer.${first.type}.${first.id}`}
          label={t('pulls.answer')}
          projectId={projectId}
          autoFocus
          onSend={async (text) => {
            await onAnswer(first, text);
            setAnswering(false);
          }}
          onCancel={() => setAnswering(false)}
        />
      ) : (
        isSignedIn && (
          <div>
            <Button tone="quiet" onPress={() => setAnswering(true)}>
              {t('pulls.answer')}
            </Button>
          </div>
        )
      )}
    </section>
  );
}
