package flow

import (
	"snag/analyze/source/extract"
	"snag/analyze/source/tree"
	"snag/analyze/source/tree/ecmascript"
)

func parseScript(src []byte, l extract.Language) *tree.File { return ecmascript.Parse(src, l) }
