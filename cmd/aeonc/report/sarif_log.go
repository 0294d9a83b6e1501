package report

// The part of the SARIF 2.1.0 object model that aeonc writes. Names and shapes
// are those of the OASIS standard; what is empty is left out.

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool               sarifTool            `json:"tool"`
	Invocations        []sarifInvocation    `json:"invocations"`
	OriginalURIBaseIDs map[string]sarifBase `json:"originalUriBaseIds"`
	Artifacts          []sarifArtifact      `json:"artifacts,omitempty"`
	Results            []sarifResult        `json:"results"`
	ColumnKind         string               `json:"columnKind"`
	NewlineSequences   []string             `json:"newlineSequences"`
	DefaultEncoding    string               `json:"defaultEncoding"`
	DefaultSourceLang  string               `json:"defaultSourceLanguage"`
	Properties         map[string]any       `json:"properties"`
}

type sarifTool struct {
	Driver     sarifComponent   `json:"driver"`
	Extensions []sarifComponent `json:"extensions,omitempty"`
}

type sarifComponent struct {
	Name           string            `json:"name"`
	Version        string            `json:"version"`
	InformationURI string            `json:"informationUri,omitempty"`
	Rules          []sarifDescriptor `json:"rules,omitempty"`
	Notifications  []sarifDescriptor `json:"notifications,omitempty"`
}

type sarifDescriptor struct {
	ID                   string          `json:"id"`
	Name                 string          `json:"name"`
	ShortDescription     sarifMessage    `json:"shortDescription"`
	FullDescription      sarifMessage    `json:"fullDescription"`
	Help                 sarifMultiline  `json:"help"`
	HelpURI              string          `json:"helpUri"`
	DefaultConfiguration sarifLevel      `json:"defaultConfiguration"`
	Properties           sarifProperties `json:"properties"`
}

type sarifLevel struct {
	Level string `json:"level"`
}

type sarifProperties struct {
	Tags []string `json:"tags"`
}

type sarifMessage struct {
	Text string `json:"text"`
}

type sarifMultiline struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown"`
}

type sarifBase struct {
	Description sarifMessage `json:"description"`
}

type sarifInvocation struct {
	ExecutionSuccessful bool                `json:"executionSuccessful"`
	ExitCode            int                 `json:"exitCode"`
	ExitCodeDescription string              `json:"exitCodeDescription"`
	Execution           []sarifNotification `json:"toolExecutionNotifications,omitempty"`
	Configuration       []sarifNotification `json:"toolConfigurationNotifications,omitempty"`
}

type sarifNotification struct {
	Descriptor *sarifReference `json:"descriptor,omitempty"`
	Level      string          `json:"level"`
	Message    sarifMessage    `json:"message"`
	Locations  []sarifLocation `json:"locations,omitempty"`
}

type sarifReference struct {
	ID    string `json:"id"`
	Index int    `json:"index"`
}

type sarifArtifact struct {
	Location sarifArtifactLocation `json:"location"`
	Roles    []string              `json:"roles,omitempty"`
	Hashes   map[string]string     `json:"hashes,omitempty"`
	Length   *int                  `json:"length,omitempty"`
	Contents *sarifContent         `json:"contents,omitempty"`
}

type sarifContent struct {
	Text string `json:"text"`
}

type sarifArtifactLocation struct {
	URI       string `json:"uri"`
	URIBaseID string `json:"uriBaseId,omitempty"`
	Index     *int   `json:"index,omitempty"`
}

type sarifLocation struct {
	ID       *int           `json:"id,omitempty"`
	Physical *sarifPhysical `json:"physicalLocation,omitempty"`
	Message  *sarifMessage  `json:"message,omitempty"`
}

type sarifPhysical struct {
	Artifact sarifArtifactLocation `json:"artifactLocation"`
	Region   *sarifRegion          `json:"region,omitempty"`
}

type sarifRegion struct {
	StartLine   int           `json:"startLine"`
	StartColumn int           `json:"startColumn"`
	EndLine     int           `json:"endLine"`
	EndColumn   int           `json:"endColumn"`
	Snippet     *sarifContent `json:"snippet,omitempty"`
}

type sarifResult struct {
	RuleID              string            `json:"ruleId"`
	RuleIndex           int               `json:"ruleIndex"`
	Level               string            `json:"level"`
	Message             sarifMessage      `json:"message"`
	Locations           []sarifLocation   `json:"locations"`
	RelatedLocations    []sarifLocation   `json:"relatedLocations,omitempty"`
	CodeFlows           []sarifCodeFlow   `json:"codeFlows,omitempty"`
	Fixes               []sarifFix        `json:"fixes,omitempty"`
	PartialFingerprints map[string]string `json:"partialFingerprints"`
	Properties          map[string]any    `json:"properties,omitempty"`
}

type sarifCodeFlow struct {
	ThreadFlows []sarifThreadFlow `json:"threadFlows"`
}

type sarifThreadFlow struct {
	Locations []sarifFlowLocation `json:"locations"`
}

type sarifFlowLocation struct {
	Location       sarifLocation `json:"location"`
	Kinds          []string      `json:"kinds"`
	ExecutionOrder int           `json:"executionOrder"`
	Importance     string        `json:"importance"`
}

type sarifFix struct {
	Description sarifMessage   `json:"description"`
	Changes     []sarifChange  `json:"artifactChanges"`
	Properties  map[string]any `json:"properties"`
}

type sarifChange struct {
	Artifact     sarifArtifactLocation `json:"artifactLocation"`
	Replacements []sarifReplacement    `json:"replacements"`
}

type sarifReplacement struct {
	Deleted  sarifRegion   `json:"deletedRegion"`
	Inserted *sarifContent `json:"insertedContent,omitempty"`
}
