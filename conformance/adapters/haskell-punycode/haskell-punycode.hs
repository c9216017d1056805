-- The Punycode of the Haskell package punycode, behind acegate's line protocol.
import Control.Exception (SomeException, evaluate, try)
import Data.Char (chr, isAscii, isPrint, ord)
import Data.List (intercalate, isPrefixOf, stripPrefix, tails)
import Data.Maybe (listToMaybe, mapMaybe)
import qualified Data.ByteString.Char8 as Bytes
import qualified Data.Text as Text
import qualified Data.Text.Punycode as Punycode
import Data.Text.Encoding (encodeUtf8)
import System.IO

-- A request is one object on one line, and its input is an array of integers, as the hello asks.
field :: String -> String -> Maybe String
field name line = listToMaybe (mapMaybe (stripPrefix (show name ++ ":")) (tails line))

integers :: String -> [Integer]
integers line = maybe [] (\list -> read (takeWhile (/= ']') list ++ "]")) (field "u" line)

answer :: String -> [Integer] -> IO String
answer op points
  | any (\c -> c > 0x10FFFF || c >= 0xD800 && c < 0xE000) points = return "\"skip\":\"Text holds scalar values alone\""
  | otherwise = do
      let text = Text.pack (map (chr . fromIntegral) points)
          decoded = either (Left . show) (Right . Text.unpack) (Punycode.decode (encodeUtf8 text))
          made = if op == "encode" then Right (Bytes.unpack (Punycode.encode text)) else decoded
      done <- try (evaluate (either length (sum . map ord) made `seq` made))
      return $ case done of
        Right (Right result) -> "\"ok\":{\"u\":[" ++ intercalate "," (map (show . ord) result) ++ "]}"
        Right (Left why) -> "\"error\":{\"message\":" ++ quoted why ++ "}"
        Left why -> "\"crash\":" ++ quoted (show (why :: SomeException))

quoted :: String -> String
quoted text = "\"" ++ filter (\c -> isAscii c && isPrint c && c `notElem` "\"\\") text ++ "\""

reply :: String -> IO String
reply line
  | "\"hello\"" `starts` field "type" line =
      return "{\"type\":\"hello\",\"protocol\":1,\"window\":64,\"values\":[\"u\"],\"implementation\":{\"name\":\"Haskell punycode\",\
             \\"version\":\"\",\"language\":\"Haskell\",\"url\":\"https://hackage.haskell.org/package/punycode\"},\
             \\"codecs\":{\"punycode\":{\"ops\":[\"encode\",\"decode\"],\"limits\":{\"length\":2000}}}}"
  | otherwise = do
      let asked = [op | op <- ["encode", "decode"], ('"' : op ++ "\"") `starts` field "op" line, "\"punycode\"" `starts` field "codec" line]
      rest <- if null asked then return "\"skip\":\"only punycode encode and decode\"" else answer (head asked) (integers line)
      return ("{\"id\":" ++ maybe "0" (takeWhile (`elem` ['0' .. '9'])) (field "id" line) ++ "," ++ rest ++ "}")
  where start `starts` found = maybe False (start `isPrefixOf`) found

main :: IO ()
main = hSetBuffering stdout LineBuffering >> getContents >>= mapM_ (\line -> reply line >>= putStrLn) . lines
