// What the platform and the project announce, until the person takes it away or it changes.
import { readLink } from '../../../contract/addresses.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { changePreference, preferencesQuery } from '../../platform/preferences/preferences.ts';
import { useSelf, useSite } from '../../platform/session.ts';
import { keep, readStored } from '../../platform/storage/browser-storage.ts';
import { Button } from '../../ui/button.tsx';
import { say } from '../../ui/feedback/toasts.tsx';
import { describeError } from '../../ui/feedback/async-states.tsx';
import { summaryQuery } from '../projects/index.ts';
import css from './frame.module.css';
import { splitAddresses } from './palette/addresses-in.ts';
import type { Part } from './palette/addresses-in.ts';
import { textMark } from './palette/text-mark.ts';
import { useHere } from './use-here.ts';
import { Link } from '../../ui/link.tsx';

type BannerKey = 'platform_banner' | `project_banner_${number}`;

/** Which text of a banner is hidden, as a preference; in this browser alone for anonymous people. */
function useHidden(key: BannerKey): { hidden: string | undefined; hide(mark: string): void } {
  const self = useSelf();
  const queryClient = useQueryClient();
  const { data } = useQuery({ ...preferencesQuery, enabled: self !== undefined });
  const [kept, setKept] = useState(readStored(key) ?? undefined);
  if (self === undefined)
    return {
      hidden: kept,
      hide(mark) {
        keep(key, mark);
        setKept(mark);
      },
    };
  const save = async (value: string): Promise<void> => {
    try {
      await changePreference(queryClient, { key, value });
    } catch (error) {
      say('error', describeError(error));
    }
  };
  return { hidden: data?.find((entry) => entry.key === key)?.value, hide: (mark) => void save(mark) };
}

interface Announced {
  preference: BannerKey;
  message: string;
  importance: string;
  label: string;
}

function Announcement({ preference, message, importance, label }: Announced): ReactNode {
  const { hidden, hide } = useHidden(preference);
  const parts = readParts(message);
  const mark = textMark(message);
  if (hidden === mark || parts.every(({ words }) => words.trim() === '')) return null;
  return (
    <section className={css.banner} data-importance={importance} aria-label={label}>
      <span>
        {parts.map(({ words, address }, place) =>
          address === undefined ? (
            words
          ) : (
            <Link key={place} address={address}>
              {words}
            </Link>
          ),
        )}
      </span>
      <Button tone="quiet" isIcon aria-label={t('frame.hideBanner')} onPress={() => hide(mark)}>
        <X />
      </Button>
    </section>
  );
}

function ProjectBanner({ projectId }: { projectId: number }): ReactNode {
  const { data } = useQuery(summaryQuery(projectId));
  if (data === undefined || data.banner === null) return null;
  return (
    <Announcement
      preference={`project_banner_${projectId}`}
      message={data.banner}
      importance="standard"
      label={t('frame.projectBanner')}
    />
  );
}

export function Banners(): ReactNode {
  const { banner } = useSite();
  const place = useHere();
  return (
    <>
      {banner !== null && (
        <Announcement
          preference="platform_banner"
          message={banner.message}
          importance={banner.importance}
          label={t('frame.banner')}
        />
      )}
      {place !== undefined && <ProjectBanner key={place.projectId} projectId={place.projectId} />}
    </>
  );
}

/** Announcements may be HTML that nobody has cleaned: its words and where they lead are shown. */
const readParts = (html: string): Part[] => partsIn(new DOMParser().parseFromString(html, 'text/html').body);

function partsIn(node: Node): Part[] {
  const words = node.textContent ?? '';
  if (!(node instanceof Element)) return node instanceof Text ? splitAddresses(words) : [];
  const address = node.getAttribute('href') ?? '';
  return readLink(address) !== undefined ? [{ words, address }] : [...node.childNodes].flatMap(partsIn);
}
