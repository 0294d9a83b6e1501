import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions, State, vsdiag } from "vscode-languageclient/node";
import { findBinary } from "./binary";
import { isRoot, machine, output } from "./machine";
import { readSettings, serverSettings, type Settings } from "./settings";
import { cannotRun, noBinary, noSolver, parseVersions, type Problem } from "./setup";
import type { Finding } from "./trace";

/** What the rest of the extension hears of the server. */
export interface Listener {
  /** The server starts, runs or has ended. */
  running(state: "starting" | "running" | "stopped"): void;
  /** Something keeps plans from being checked; undefined when nothing does any more. */
  problem(problem: Problem | undefined): void;
  /** The server's notification `aeonc/verdict`, as it came. */
  verdict(params: unknown): void;
  /** The diagnostics of a document, with the data that the server attached. */
  findings(uri: string, findings: readonly Finding[]): void;
}

/** The language server `aeonc lsp`, with the client that talks to it. */
export class Server implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private file: string | undefined;
  // Starts and stops run one after another, whoever asks for them.
  private queue: Promise<void> = Promise.resolve();
  private readonly log = vscode.window.createOutputChannel("aeonc", { log: true });
  private readonly trace = vscode.window.createOutputChannel("aeonc trace", { log: true });

  constructor(private readonly listener: Listener) {}

  /** Stops the server if one runs, and starts it with the settings as they are now. */
  restart(): Promise<void> {
    return this.then(async () => {
      await this.end();
      await this.begin();
    });
  }

  /** Stops the server. */
  stop(): Promise<void> {
    return this.then(() => this.end());
  }

  /** Tells the server that the settings have changed. */
  async configure(): Promise<void> {
    if (this.client?.state === State.Running) {
      await this.client.sendNotification("workspace/didChangeConfiguration", {
        settings: { aeonc: serverSettings(current()) },
      });
    }
  }

  /** Sends a request; undefined when no server runs or it refuses. */
  async request(method: string, params: object, token?: vscode.CancellationToken): Promise<unknown> {
    if (this.client?.state !== State.Running) {
      return undefined;
    }
    try {
      return await this.client.sendRequest<unknown>(method, params, token);
    } catch (error) {
      if (token?.isCancellationRequested !== true) {
        this.log.warn(`${method}: ${String(error)}`);
      }
      return undefined;
    }
  }

  /** What `aeonc` prints for `args`, undefined when it cannot be had. */
  async run(args: string[]): Promise<string | undefined> {
    const settings = current();
    const found = this.file ?? (await this.find(settings));
    try {
      return found === undefined ? undefined : await output(found, args, environment(settings));
    } catch (error) {
      this.log.warn(`aeonc ${args.join(" ")}: ${String(error)}`);
      return undefined;
    }
  }

  /** Shows the output channel. */
  showOutput(): void {
    this.log.show(true);
  }

  dispose(): void {
    void this.stop().finally(() => {
      this.log.dispose();
      this.trace.dispose();
    });
  }

  private then(step: () => Promise<void>): Promise<void> {
    this.queue = this.queue.then(step, step);
    return this.queue;
  }

  private async begin(): Promise<void> {
    const settings = current();
    this.listener.running("starting");
    this.file = await this.find(settings);
    if (this.file === undefined || !(await this.usable(this.file, settings))) {
      this.listener.running("stopped");
      return;
    }
    const client = new LanguageClient(
      "aeonc",
      "aeonc",
      { command: this.file, args: ["lsp"], options: { env: { ...process.env, ...environment(settings) } } },
      this.options(settings),
    );
    client.onDidChangeState((change) => {
      if (change.newState === State.Stopped) {
        this.listener.running("stopped");
      }
    });
    client.onNotification("aeonc/verdict", (params: unknown) => {
      this.listener.verdict(params);
    });
    this.client = client;
    try {
      await client.start();
      this.listener.running("running");
    } catch (error) {
      this.log.error(`${this.file} lsp: ${String(error)}`);
      this.listener.problem(cannotRun(this.file, String(error)));
      this.listener.running("stopped");
    }
  }

  private async end(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    if (client?.needsStop() === true) {
      await client.stop().catch((error: unknown) => {
        this.log.warn(`stop: ${String(error)}`);
      });
    }
    await client?.dispose().catch(() => undefined);
  }

  private options(settings: Settings): LanguageClientOptions {
    return {
      documentSelector: [
        { language: "aeon", scheme: "file" },
        { language: "aeon", scheme: "untitled" },
      ],
      initializationOptions: serverSettings(settings),
      outputChannel: this.log,
      traceOutputChannel: this.trace,
      middleware: {
        handleDiagnostics: (uri, diagnostics, next) => {
          next(uri, diagnostics);
          this.found(uri, diagnostics);
        },
        provideDiagnostics: async (document, previous, token, next) => {
          const report = await next(document, previous, token);
          if (report?.kind === vsdiag.DocumentDiagnosticReportKind.full) {
            this.found("uri" in document ? document.uri : document, report.items);
          }
          return report;
        },
        workspace: {
          configuration: (params) =>
            params.items.map((item) => (item.section === "aeonc" ? serverSettings(current()) : null)),
          // `configure` tells of changes, whether or not the server asks to be told.
          didChangeConfiguration: () => Promise.resolve(),
        },
      },
    };
  }

  private found(uri: vscode.Uri, diagnostics: readonly vscode.Diagnostic[]): void {
    const convert = this.client?.code2ProtocolConverter;
    if (convert !== undefined) {
      this.listener.findings(
        uri.toString(),
        diagnostics.map((d) => convert.asDiagnostic(d)),
      );
    }
  }

  private async find(settings: Settings): Promise<string | undefined> {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const found = await findBinary(settings.path, folder?.scheme === "file" ? folder.fsPath : undefined, machine);
    if ("file" in found) {
      return found.file;
    }
    this.log.error(`aeonc was looked for in vain: ${found.tried.join(", ")}`);
    this.listener.problem(await noBinary(settings.path, found.tried, machine));
    return undefined;
  }

  // A solver that is missing does not keep the server from starting: syntax,
  // names and linearity need none.
  private async usable(file: string, settings: Settings): Promise<boolean> {
    try {
      const versions = parseVersions(await output(file, ["version"], environment(settings)));
      if (versions === undefined) {
        this.listener.problem(cannotRun(file, "it does not tell its version"));
        return false;
      }
      this.log.info(`${file}: aeonc ${versions.aeonc}, ${versions.libz3 === undefined ? "no solver" : `libz3 ${versions.libz3}`}`);
      this.listener.problem(
        versions.libz3 === undefined ? await noSolver(versions.reason, settings.z3Path, isRoot, machine) : undefined,
      );
      return true;
    } catch (error) {
      this.listener.problem(cannotRun(file, error instanceof Error ? error.message : String(error)));
      return false;
    }
  }
}

function current(): Settings {
  const section = vscode.workspace.getConfiguration("aeonc");
  return readSettings((key) => section.get(key));
}

function environment(settings: Settings): Record<string, string> {
  return settings.z3Path === "" ? {} : { AEONC_Z3: settings.z3Path };
}
