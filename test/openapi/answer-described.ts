import { createDescribedPaperless } from '../fakes/paperless/described.ts';
import type { FakePaperless } from '../fakes/paperless/fake-paperless.ts';
import type { LoggedRequest } from '../fakes/paperless/request-log.ts';
import { readDescription } from './read-description.ts';

/** What the fake does not know is answered as the description allows; with `isAll`, everything is. */
export function answerDescribed({ faults }: FakePaperless, isAll = false): void {
  const described = createDescribedPaperless(readDescription());
  const replay = ({ method, raw }: LoggedRequest) => described(`http://paperless.example${raw}`, { method });
  faults.add({ after: async (answer, logged) => (isAll || isUnknown(answer) ? replay(logged) : answer) });
}

function isUnknown({ status, headers }: Response): boolean {
  const isPage = headers.get('content-type')?.startsWith('text/html') && !headers.has('x-version');
  return status === 405 || status === 302 || (status === 403 && isPage === true);
}
