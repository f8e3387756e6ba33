// Pictures and other files that are pasted or dropped into a text: sent as files of the artifact, and named in the text.
import { useState } from 'react';
import type { ReactNode } from 'react';
import ui from '../ui.module.css';
import type { FileRef } from './file-ref.ts';
import { nameFile } from './named-files.ts';
import { chooseFiles, SendingList, useSending } from './sending.tsx';
import type { TakingFiles } from './sending.tsx';

export interface Pictures {
  /** undefined where the person may add no files. */
  onFiles: ((files: readonly File[], insert: (text: string) => void) => void) | undefined;
  isSending: boolean;
  /** Whether one was refused and is still listed. */
  isStuck: boolean;
  /** What is on its way, for below the text. */
  list: ReactNode;
}

/** `field` takes the files; `onSent` has those that the server has got, which the artifact is still to be given. */
export function usePictures(field: TakingFiles | undefined, onSent: (file: FileRef) => void): Pictures {
  const { sending, send, remove } = useSending(field?.field_id ?? 0);
  const [notice, setNotice] = useState<string>();
  if (field === undefined) return { onFiles: undefined, isSending: false, isStuck: false, list: null };
  return {
    onFiles(files, insert) {
      const { taken, notice: said } = chooseFiles(files, field);
      setNotice(said);
      for (const file of taken)
        send(file, '', ({ id, name, href }) => {
          onSent({ id, name });
          insert(nameFile({ name, href, type: file.type }));
        });
    },
    isSending: sending.some(({ problem }) => problem === undefined),
    isStuck: sending.some(({ problem }) => problem !== undefined),
    list: (
      <>
        {sending.length > 0 && <SendingList sending={sending} onRemove={remove} />}
        {notice !== undefined && <p className={ui.hint}>{notice}</p>}
      </>
    ),
  };
}
