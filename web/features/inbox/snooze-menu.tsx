// When an entry comes back: soon by one click, or at a moment of one's own.
import { AlarmClock } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { currentZone, formatDate, t } from '../../platform/i18n.ts';
import type { PlainKey } from '../../platform/i18n.ts';
import { serverNowMs } from '../../platform/network/clock.ts';
import { Button } from '../../ui/button.tsx';
import { RestingDate } from '../../ui/dates/deferred-date.tsx';
import { sentDate } from '../../ui/dates/iso-texts.ts';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { Menu } from '../../ui/overlays/overlays.tsx';
import { listSnoozeTimes } from './snooze-times.ts';
import type { SnoozeTime } from './snooze-times.ts';

const labels: Readonly<Record<SnoozeTime['id'], PlainKey>> = {
  today: 'inbox.snooze.today',
  tomorrow: 'inbox.snooze.tomorrow',
  week: 'inbox.snooze.week',
};

interface ChoiceProps {
  onClose(): void;
  onSnooze(until: string): void;
}

function OwnTime({ onClose, onSnooze }: ChoiceProps): ReactNode {
  const [day, setDay] = useState('');
  const until = day === '' ? '' : sentDate(day, currentZone());
  const isFuture = until !== '' && Date.parse(until) > serverNowMs();
  return (
    <FormDialog
      title={t('inbox.snooze.dialog')}
      action={t('inbox.snooze')}
      toast=""
      isReady={isFuture}
      onClose={onClose}
      send={async () => onSnooze(until)}
    >
      <RestingDate
        label={t('inbox.snooze.until')}
        value={day}
        withTime
        onChange={setDay}
        error={until === '' || isFuture ? undefined : t('inbox.snooze.past')}
      />
    </FormDialog>
  );
}

interface Props {
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
  onSnooze(until: string): void;
  /** The button has its name beside the picture. */
  isNamed?: boolean;
}

export function SnoozeMenu({ isOpen, onOpenChange, onSnooze, isNamed = false }: Props): ReactNode {
  const [isChoosing, setChoosing] = useState(false);
  return (
    <>
      <Menu
        isOpen={isOpen}
        onOpenChange={onOpenChange}
        label={t('inbox.snooze')}
        trigger={
          isNamed ? (
            <Button>
              <AlarmClock aria-hidden="true" /> {t('inbox.snooze')}
            </Button>
          ) : (
            <Button tone="quiet" isIcon aria-label={t('inbox.snooze')} title={t('inbox.snooze')}>
              <AlarmClock aria-hidden="true" />
            </Button>
          )
        }
        actions={() => [
          ...listSnoozeTimes(serverNowMs(), currentZone()).map(({ id, until }) => ({
            id,
            label: t(labels[id]),
            why: formatDate(until, true),
            run: () => onSnooze(until),
          })),
          { id: 'own', label: t('inbox.snooze.own'), isSeparated: true, run: () => setChoosing(true) },
        ]}
      />
      {isChoosing && <OwnTime onClose={() => setChoosing(false)} onSnooze={onSnooze} />}
    </>
  );
}
