import { FakeQdrant } from '../fakes/qdrant/fake-qdrant.ts';
import { describeRecordedAnswers } from './recorded-answers.ts';

describeRecordedAnswers('fake Qdrant', async () => {
  const fake = await FakeQdrant.start();
  return { url: fake.url, name: 'paperless', close: () => fake.close() };
});
