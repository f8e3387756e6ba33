// What those who review a pull request think of it, and saying so.
import { Check, MessageCircleWarning } from 'lucide-react';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../../platform/i18n.ts';
import { useSelf } from '../../../platform/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Person } from '../../../ui/avatar.tsx';
import { When } from '../../../ui/dates/when.tsx';
import ui from '../../../ui/ui.module.css';
import code from '../code.module.css';
import { setVerdict } from './pull-requests.queries.ts';
import type { PullRequest } from './pull-requests.queries.ts';
import css from './pull-requests.module.css';
import { useSubmit } from '../../../ui/forms/use-submit.ts';

const pictures = {
  approve: { Picture: Check, label: 'pulls.approved', state: 'success' },
  changes: { Picture: MessageCircleWarning, label: 'pulls.wantsChanges', state: 'failure' },
} as const;

function Said({ one }: { one: PullRequest['verdicts'][number] }): ReactNode {
  const { Picture, label, state } = pictures[one.verdict];
  return (
    <li className={css.happened} data-faint={!one.is_current}>
      <span className={code.state} data-state={one.is_current ? state : 'pending'}>
        <Picture size={15} aria-hidden="true" />
      </span>
      <Person person={one.user} /> {t(label)} <When iso={one.date} />
      {!one.is_current && <span>· {t('pulls.verdictOld')}</span>}
      {!one.counts && <span>· {t('pulls.verdictFree')}</span>}
    </li>
  );
}

export function Reviews({ pull }: { pull: PullRequest }): ReactNode {
  const self = useSelf();
  const place = useRef<HTMLElement>(null);
  const { submit, isSending } = useSubmit({ invalidates: [['pull', pull.id]], errors: 'toast', focusRef: place });
  const own = pull.verdicts.find(({ user }) => user.id === self?.id);
  const maySay = pull.status === 'review' && self !== undefined && self.id !== pull.user_id;
  if (!maySay && pull.verdicts.length === 0) return null;
  const change = (verdict: 'approve' | 'changes' | 'none'): Promise<boolean> =>
    submit(() => setVerdict(pull.id, verdict, pull.head.id));
  const isNow = (verdict: string): boolean => own?.verdict === verdict && own.is_current;
  return (
    <section ref={place} tabIndex={-1} className={`${ui.card} ${css.standing}`} aria-label={t('pulls.verdicts')}>
      {pull.verdicts.length === 0 ? (
        <p className={ui.faint}>{t('pulls.noVerdict')}</p>
      ) : (
        <ul className={ui.stack}>
          {pull.verdicts.map((one) => (
            <Said key={one.user.id} one={one} />
          ))}
        </ul>
      )}
      {maySay && (
        <div className={ui.row}>
          {!isNow('approve') && (
            <Button isDisabled={isSending} onPress={() => void change('approve')}>
              {t('pulls.approve')}
            </Button>
          )}
          {!isNow('changes') && (
            <Button isDisabled={isSending} onPress={() => void change('changes')}>
              {t('pulls.askChanges')}
            </Button>
          )}
          {own !== undefined && (
            <Button tone="quiet" isDisabled={isSending} onPress={() => void change('none')}>
              {t('pulls.withdraw')}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
