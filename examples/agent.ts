// node examples/agent.ts FOLDER MODEL "question"
// A small agent: a local model answers a question about a folder of documents by calling the tools of docs-search-mcp.
// All it knows about the tools is what the server says of them. The model is one in an Ollama (OLLAMA_HOST, default
// http://127.0.0.1:11434) that can call tools.
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { type Message, Ollama, type Tool } from 'ollama';

/** Then the model has to answer with what it has. */
const MAX_STEPS = 8;
/** Of one tool's answer: the rest would push the question out of the model's context. */
const MAX_RESULT_CHARS = 8_000;

const [folder, model, question] = process.argv.slice(2);
if (folder === undefined || model === undefined || question === undefined) {
  process.stderr.write('usage: node examples/agent.ts FOLDER MODEL "question"\n');
  process.exit(64);
}

const client = new Client({ name: 'agent', version: '1.0.0' });
const server = join(import.meta.dirname, '../src/docs-search-mcp.ts');
await client.connect(new StdioClientTransport({ command: process.execPath, args: [server, folder, '--no-watch'] }));
try {
  process.stdout.write(`${await answer(question, model)}\n`);
} finally {
  await client.close();
}

async function answer(asked: string, chatModel: string): Promise<string> {
  const ollama = new Ollama({ host: process.env.OLLAMA_HOST ?? 'http://127.0.0.1:11434' });
  const { tools: offered } = await client.listTools();
  // Safe: the server's schemas are plain JSON Schema, which is what Ollama takes.
  const tools = offered.map(
    ({ name, description, inputSchema }) =>
      ({ type: 'function', function: { name, description: description ?? '', parameters: inputSchema } }) as Tool,
  );
  const messages: Message[] = [
    {
      role: 'system',
      content: `${client.getInstructions() ?? ''}\nAnswer the question from the documents, and name the ids of those you used. Say so when they do not hold the answer.`,
    },
    { role: 'user', content: asked },
  ];
  for (let step = 1; ; step += 1) {
    const isLast = step === MAX_STEPS;
    const { message } = await ollama.chat({ model: chatModel, messages, ...(isLast ? {} : { tools }), stream: false });
    const calls = isLast ? [] : (message.tool_calls ?? []);
    if (calls.length === 0) return message.content;
    messages.push(message);
    for (const { function: call } of calls) {
      process.stderr.write(`${step}. ${call.name} ${JSON.stringify(call.arguments)}\n`);
      messages.push({ role: 'tool', tool_name: call.name, content: await callTool(call.name, call.arguments) });
    }
  }
}

/** What the tool says; its errors are for the model, too. */
async function callTool(name: string, given: Record<string, unknown>): Promise<string> {
  const { content } = await client.callTool({ name, arguments: given });
  const texts = Array.isArray(content) ? content.flatMap((block) => (block.type === 'text' ? [block.text] : [])) : [];
  return texts.join('\n').slice(0, MAX_RESULT_CHARS);
}
