import type { Waits } from '../../http/waits.ts';
import type { ToolCall } from '../../mcp/tool.ts';
import type { PaperlessClient } from '../../paperless/client.ts';
import type { HealthInput } from '../tools/search-index-health.ts';
import { examineIndex } from './examine-index.ts';
import { createFindings } from './findings.ts';
import { healDocuments } from './heal-documents.ts';
import { type HealthReport, toHealthReport } from './health-report.ts';
import { createProbes, OutOfBudget } from './probes.ts';

export interface HealthDeps {
  /** Without time limits and retries of its own. */
  readonly client: Pick<PaperlessClient, 'request'>;
  readonly waits: Waits;
}

/**
 * Is every document of one page in Paperless' search index, and, when asked to, saves again what is missing. Before
 * anything is touched failures are thrown; afterwards they only end the call, so that the report always tells what was
 * done. Rejects with an `AbortError` when cancelled: nothing is touched after that.
 */
export async function checkIndexHealth(input: HealthInput, deps: HealthDeps, call: ToolCall): Promise<HealthReport> {
  const findings = createFindings();
  const probes = createProbes({ ...deps, budget: call.budget, signal: call.signal }, call.progress);
  try {
    await examineIndex(input, findings, probes);
    if (input.heal) await healDocuments(input, findings, probes);
  } catch (error) {
    if (!(error instanceof OutOfBudget)) throw error;
    findings.cutBy =
      'the time for one call was over (MCP_CALL_BUDGET_S); a smaller sample_size or max_touch takes less';
  }
  return toHealthReport(findings, input);
}
