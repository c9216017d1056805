-- Calls Data.Text.Punycode on code points.
import Data.Char (chr, ord)
import qualified Data.ByteString.Char8 as Bytes
import qualified Data.Text as Text
import Data.Text.Encoding (encodeUtf8)
import qualified Data.Text.Punycode as Punycode
import Numeric (readHex, showHex)
import System.Environment (getArgs)
import System.Exit (ExitCode (ExitFailure), exitWith)

main :: IO ()
main = do
  op : words <- getArgs
  let text = Text.pack [chr (fst (head (readHex word))) | word <- words]
      made = if op == "encode" then Right (Bytes.unpack (Punycode.encode text))
             else either (Left . show) (Right . Text.unpack) (Punycode.decode (encodeUtf8 text))
  case made of
    Left _ -> exitWith (ExitFailure 1)
    Right result -> putStrLn (unwords [showHex (ord c) "" | c <- result])
